//! Runs the MCP server for one client on standard input and output; operations are its tools.

use super::resources;
use crate::answer::{Answer, AnswerError, Body, OPERATIONS, Operation, QueryEngine};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
        CustomResult, ErrorCode, Implementation, ListResourceTemplatesResult, ListResourcesResult,
        ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::{QuitReason, RequestContext, ServerInitializeError},
    transport,
};
use serde_json::json;
use std::{io, sync::Arc};

/// The instructions for assistants about all tools.
const INSTRUCTIONS: &str = "\
Rules of wargames as amended over the years. The text depends on the edition: look a rule up and quote it instead of remembering it, and name the edition and the source with it. \
Each result has `references` with edition, state and a citation to quote, and `answer`, the text and data. \
`search` finds clauses, `show` returns the text in force at an edition. \
Wording that is `restated` is this project's, not the official one. Text that is not included is not known: do not guess it.";

/// An MCP server for one client.
#[derive(Clone)]
struct RulesServer {
    engine: Arc<QueryEngine>,
}

/// Serves the client at standard input and output until it closes the input.
///
/// Fails if the client does not speak the protocol, or if the streams cannot be used.
pub fn run(engine: QueryEngine) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let server = RulesServer {
        engine: Arc::new(engine),
    };
    let ended = runtime.block_on(async {
        let running = match server.serve(transport::stdio()).await {
            Ok(running) => running,
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        match running.waiting().await {
            Ok(QuitReason::JoinError(error)) | Err(error) => Err(io::Error::other(error)),
            Ok(_) => Ok(()),
        }
    });
    // a thread may wait for input that does not come
    runtime.shutdown_background();
    ended
}

impl RulesServer {
    /// Runs `work`, which reads the rules, on a thread for blocking work.
    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&QueryEngine) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let engine = Arc::clone(&self.engine);
        tokio::task::spawn_blocking(move || work(&engine))
            .await
            .map_err(|_| {
                ErrorData::internal_error(
                    "internal error while handling the request (please report it)",
                    None,
                )
            })
    }
}

impl ServerHandler for RulesServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("rulebook", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = OPERATIONS.iter().map(tool).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Operation::named(name).map(tool)
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(operation) = Operation::named(&call.name) else {
            let message = format!("unknown tool `{}`", call.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let given = call.arguments.unwrap_or_default();
        let answer = self.compute(move |engine| result_of(&engine.ask(&operation.query(given)?)?));
        let result = answer.await?.unwrap_or_else(|error| error_of(&error));
        Ok(result.into())
    }

    /// Answers a request that fits none of the protocol: its method is unknown, or its parameters
    /// are not those of the method.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let fault = match request.method.as_str() {
            "tools/call" => request.params_as::<CallToolRequestParams>().err(),
            "resources/read" => request.params_as::<ReadResourceRequestParams>().err(),
            "tools/list" | "resources/list" | "resources/templates/list" => {
                request.params_as::<PaginatedRequestParams>().err()
            }
            method => {
                let code = ErrorCode::METHOD_NOT_FOUND;
                return Err(ErrorData::new(code, method.to_owned(), None));
            }
        };
        let fault = fault.map_or_else(
            || "parameters are missing".to_owned(),
            |own| own.to_string(),
        );
        let message = format!("{}: {fault}", request.method);
        Err(ErrorData::invalid_params(message, None))
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = page.and_then(|page| page.cursor);
        self.compute(move |engine| resources::list(engine, cursor.as_deref()))
            .await?
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let all = vec![resources::template()];
        Ok(ListResourceTemplatesResult::with_all_items(all))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = self.compute(move |engine| resources::read(engine, &request.uri));
        Ok(read.await??.into())
    }
}

/// Describes an operation as a tool.
fn tool(operation: &'static Operation) -> Tool {
    let hints = ToolAnnotations::with_title(operation.title.as_str())
        .read_only(true)
        .open_world(false);
    Tool::new(
        operation.name.as_str(),
        operation.description.as_str(),
        operation.schema(),
    )
    .with_annotations(hints)
}

/// Returns the result of a tool: an answer and its references, as structured data and as text.
fn result_of(answer: &Answer<Body>) -> Result<CallToolResult, AnswerError> {
    Ok(CallToolResult::structured(json!({
        "references": answer.references,
        "answer": answer.value()?,
    })))
}

/// Returns the result of a tool that failed: the problem, candidates and remedies.
fn error_of(error: &AnswerError) -> CallToolResult {
    let mut text = format!("error: {}", error.message);
    for candidate in error.candidates.iter().flatten() {
        text += &format!("\n  {}  {}", candidate.id, candidate.words);
    }
    for help in &error.help {
        text += &format!("\nhelp: {help}");
    }
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(error.as_json()).ok();
    result
}

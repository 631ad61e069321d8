//! Reads and writes frames of the base protocol: `Content-Length: …`, an empty line, JSON.

use serde_json::Value;
use std::io;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// The maximum length of a message in bytes; a header with more is garbage. The longest text that
/// is read has half of it.
const MAX_CONTENT_LENGTH: usize = 32 * 1024 * 1024;
/// The maximum length of a header line in bytes.
const MAX_HEADER_LINE: u64 = 8 * 1024;
const CONTENT_LENGTH: &str = "content-length";

/// What was read from the client: a JSON message, or the reason why the bytes are no message.
#[derive(Debug, PartialEq)]
pub(super) enum Frame {
    /// A message.
    Message(Value),
    /// The reason why bytes are no message. Reading continues after them.
    Garbage(String),
}

/// Reads one frame after another from a stream, and continues after malformed bytes.
pub(super) struct Frames<R> {
    input: R,
    /// Whether the last header was garbage, so that the following bytes may be the rest of it.
    lost: bool,
}

impl<R: AsyncBufRead + Unpin> Frames<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, lost: false }
    }

    /// Reads the next frame; none at the end of the input. Consecutive garbage is reported once.
    pub(super) async fn next(&mut self) -> io::Result<Option<Frame>> {
        loop {
            let length = match self.header().await? {
                Some(Ok(length)) => length,
                Some(Err(_)) if self.lost => continue,
                Some(Err(fault)) => {
                    self.lost = true;
                    return Ok(Some(Frame::Garbage(fault)));
                }
                None => return Ok(None),
            };
            self.lost = false;
            let mut body = Vec::new();
            (&mut self.input)
                .take(length as u64)
                .read_to_end(&mut body)
                .await?;
            if body.len() < length {
                return Ok(None);
            }
            return Ok(Some(match serde_json::from_slice(&body) {
                Ok(message) => Frame::Message(message),
                Err(error) => Frame::Garbage(format!("the message is not JSON: {error}")),
            }));
        }
    }

    /// Reads the length in the next header; none at the end of the input.
    async fn header(&mut self) -> io::Result<Option<Result<usize, String>>> {
        let mut length = None;
        loop {
            let mut line = Vec::new();
            (&mut self.input)
                .take(MAX_HEADER_LINE)
                .read_until(b'\n', &mut line)
                .await?;
            if line.is_empty() {
                return Ok(None);
            }
            let whole = line.ends_with(b"\n");
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end_matches(['\n', '\r']);
            if line.is_empty() && whole {
                match length {
                    Some(length) => return Ok(Some(length)),
                    // blank lines between messages are harmless
                    None => continue,
                }
            }
            let lower = line.to_ascii_lowercase();
            // a header may directly follow garbage
            if let Some(at) = lower
                .rfind(CONTENT_LENGTH)
                .filter(|&at| at == 0 || length.is_none())
            {
                let value = line[at + CONTENT_LENGTH.len()..]
                    .trim_start()
                    .trim_start_matches(':')
                    .trim();
                length = Some(parse(value));
            } else if !whole || !line.contains(':') || line.starts_with('{') {
                return Ok(Some(Err(format!(
                    "not the header of a message: {:?}",
                    shortened(line)
                ))));
            }
        }
    }
}

fn parse(value: &str) -> Result<usize, String> {
    match value.parse::<usize>() {
        Ok(length) if length <= MAX_CONTENT_LENGTH => Ok(length),
        Ok(length) => Err(format!(
            "a message of {length} bytes is too long; at most {MAX_CONTENT_LENGTH} are allowed"
        )),
        Err(_) => Err(format!(
            "`{}` is not the length of a message",
            shortened(value)
        )),
    }
}

fn shortened(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    if text.chars().count() <= MAX_LENGTH {
        text.to_owned()
    } else {
        text.chars().take(MAX_LENGTH).chain(['…']).collect()
    }
}

/// Writes a message as a frame.
pub(super) async fn write(
    output: &mut (impl AsyncWrite + Unpin),
    message: &Value,
) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend(body);
    output.write_all(&frame).await?;
    output.flush().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(bytes: &[u8]) -> Vec<Frame> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let mut frames = Frames::new(bytes);
            let mut out = Vec::new();
            while let Some(frame) = frames.next().await.expect("readable") {
                out.push(frame);
            }
            out
        })
    }

    fn described(frames: &[Frame]) -> Vec<String> {
        let describe = |frame: &Frame| match frame {
            Frame::Message(message) => message.to_string(),
            Frame::Garbage(why) => why.clone(),
        };
        frames.iter().map(describe).collect()
    }

    #[test]
    fn a_written_message_is_read_back() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        let messages = [json!({"a": "ü"}), json!([1, 2])];
        let mut bytes = Vec::new();
        runtime.block_on(async {
            for message in &messages {
                write(&mut bytes, message).await.expect("written");
            }
        });
        assert_eq!(read(&bytes), messages.map(Frame::Message));
    }

    #[test]
    fn garbage_is_reported_once_and_skipped() {
        let bytes = b"Content-Length: 9999999999\r\n\r\nno\nframe at all\nContent-Length: x\r\n\r\n{}Content-Length: 2\r\n\r\n[]\
            Content-Length: 3\r\n\r\n{a}content-length:2\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n{}";
        insta::assert_snapshot!(described(&read(bytes)).join("\n"), @r#"
        a message of 9999999999 bytes is too long; at most 33554432 are allowed
        []
        the message is not JSON: key must be a string at line 1 column 2
        {}
        "#);
    }

    #[test]
    fn an_end_in_the_middle_is_an_end() {
        assert_eq!(read(b"Content-Length: 10\r\n\r\n{}"), []);
        assert_eq!(read(b"Content-Length: 10"), []);
        assert_eq!(read(b""), []);
    }
}

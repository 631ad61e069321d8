//! Frames of the base protocol: `Content-Length: …`, an empty line, and so many bytes of JSON.

use serde_json::Value;
use std::io;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// No message is longer, in bytes; a header that says so is garbage.
const LONGEST: usize = 256 * 1024 * 1024;
/// No line of a header is longer, in bytes.
const LONGEST_LINE: u64 = 8 * 1024;
const LENGTH: &str = "content-length";

/// Something that came in.
#[derive(Debug, PartialEq)]
pub(super) enum Frame {
    /// A message.
    Message(Value),
    /// Bytes that are no message, and what is wrong with them. Reading goes on behind them.
    Garbage(String),
}

/// Reads frames.
pub(super) struct Frames<R> {
    input: R,
    /// Whether the last header was garbage, so that what follows may be the rest of it.
    lost: bool,
}

impl<R: AsyncBufRead + Unpin> Frames<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, lost: false }
    }

    /// The next frame; none at the end of the input. Each stretch of garbage is told once.
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
                Err(error) => Frame::Garbage(format!("the message is no JSON: {error}")),
            }));
        }
    }

    /// The length that the next header tells; none at the end of the input.
    async fn header(&mut self) -> io::Result<Option<Result<usize, String>>> {
        let mut length = None;
        loop {
            let mut line = Vec::new();
            (&mut self.input)
                .take(LONGEST_LINE)
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
                    // blank lines between messages do no harm
                    None => continue,
                }
            }
            let lower = line.to_ascii_lowercase();
            // a header may follow directly behind garbage
            if let Some(at) = lower
                .rfind(LENGTH)
                .filter(|&at| at == 0 || length.is_none())
            {
                let value = line[at + LENGTH.len()..]
                    .trim_start()
                    .trim_start_matches(':')
                    .trim();
                length = Some(parse(value));
            } else if !whole || !line.contains(':') || line.starts_with('{') {
                return Ok(Some(Err(format!(
                    "no header of a message: {:?}",
                    shortened(line)
                ))));
            }
        }
    }
}

fn parse(value: &str) -> Result<usize, String> {
    match value.parse::<usize>() {
        Ok(length) if length <= LONGEST => Ok(length),
        Ok(length) => Err(format!(
            "a message of {length} bytes is not read; at most {LONGEST} are"
        )),
        Err(_) => Err(format!("`{}` is no length of a message", shortened(value))),
    }
}

fn shortened(text: &str) -> String {
    const LONG: usize = 60;
    if text.chars().count() <= LONG {
        text.to_owned()
    } else {
        text.chars().take(LONG).chain(['…']).collect()
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

    fn told(frames: &[Frame]) -> Vec<String> {
        let tell = |frame: &Frame| match frame {
            Frame::Message(message) => message.to_string(),
            Frame::Garbage(why) => why.clone(),
        };
        frames.iter().map(tell).collect()
    }

    #[test]
    fn what_is_written_is_read() {
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
    fn garbage_is_told_once_and_passed_over() {
        let bytes = b"Content-Length: 9999999999\r\n\r\nno\nframe at all\nContent-Length: x\r\n\r\n{}Content-Length: 2\r\n\r\n[]\
            Content-Length: 3\r\n\r\n{a}content-length:2\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n{}";
        insta::assert_snapshot!(told(&read(bytes)).join("\n"), @r#"
        a message of 9999999999 bytes is not read; at most 268435456 are
        []
        the message is no JSON: key must be a string at line 1 column 2
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

// The processes that run one of our programs: each test has a copy of its own, so none is mistaken.
import { readdirSync, readlinkSync } from "node:fs";

/** The numbers of the processes that run the file at `path`. */
export function running(path) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/exe`) === path;
      } catch {
        return false;
      }
    })
    .map(Number);
}

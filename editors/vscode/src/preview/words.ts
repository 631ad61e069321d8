/** A run of words that both texts have, or one alone. */
export interface Run {
  readonly fate: "same" | "gone" | "new";
  readonly text: string;
}

/** What became of a text, word by word: the longest run of words that both have stays. */
export function wordDiff(before: string, after: string): Run[] {
  const [old, fresh] = [pieces(before), pieces(after)];
  const lengths = table(old, fresh);
  const out: Run[] = [];
  const add = (fate: Run["fate"], text: string): void => {
    const last = out.at(-1);
    if (last?.fate === fate) {
      out[out.length - 1] = { fate, text: last.text + text };
    } else {
      out.push({ fate, text });
    }
  };
  let [a, b] = [0, 0];
  while (a < old.length || b < fresh.length) {
    const [left, right] = [old[a], fresh[b]];
    if (left !== undefined && left === right) {
      add("same", left);
      [a, b] = [a + 1, b + 1];
    } else if (left !== undefined && (right === undefined || (lengths[a + 1]?.[b] ?? 0) >= (lengths[a]?.[b + 1] ?? 0))) {
      add("gone", left);
      a++;
    } else {
      add("new", right ?? "");
      b++;
    }
  }
  return out;
}

/** Words, and what stands between them. */
function pieces(text: string): string[] {
  return text.match(/[\p{L}\p{N}.½¼¾'’-]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

/** How many pieces the rests from each pair of places have in common. */
function table(old: readonly string[], fresh: readonly string[]): number[][] {
  const out: number[][] = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = fresh.length - 1; b >= 0; b--) {
      const [row, below] = [out[a], out[a + 1]];
      if (row !== undefined && below !== undefined) {
        row[b] = old[a] === fresh[b] ? (below[b + 1] ?? 0) + 1 : Math.max(below[b] ?? 0, row[b + 1] ?? 0);
      }
    }
  }
  return out;
}

/** A run of words that is in both texts or only in one. */
export interface DiffRun {
  readonly fate: "same" | "gone" | "new";
  readonly text: string;
}

/** Compares two texts word by word, by their longest common subsequence. */
export function wordDiff(before: string, after: string): DiffRun[] {
  const [oldWords, newWords] = [tokenize(before), tokenize(after)];
  const lengths = commonLengths(oldWords, newWords);
  const out: DiffRun[] = [];
  const add = (fate: DiffRun["fate"], text: string): void => {
    const last = out.at(-1);
    if (last?.fate === fate) {
      out[out.length - 1] = { fate, text: last.text + text };
    } else {
      out.push({ fate, text });
    }
  };
  let [a, b] = [0, 0];
  while (a < oldWords.length || b < newWords.length) {
    const [left, right] = [oldWords[a], newWords[b]];
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

/** Splits a text into words, white space and punctuation. */
function tokenize(text: string): string[] {
  return text.match(/[\p{L}\p{N}.½¼¾'’-]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

/** Returns, for each pair of positions, the length of the longest common subsequence of the remaining words. */
function commonLengths(old: readonly string[], newWords: readonly string[]): number[][] {
  const out: number[][] = Array.from({ length: old.length + 1 }, () => new Array<number>(newWords.length + 1).fill(0));
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = newWords.length - 1; b >= 0; b--) {
      const [row, below] = [out[a], out[a + 1]];
      if (row !== undefined && below !== undefined) {
        row[b] = old[a] === newWords[b] ? (below[b + 1] ?? 0) + 1 : Math.max(below[b] ?? 0, row[b + 1] ?? 0);
      }
    }
  }
  return out;
}

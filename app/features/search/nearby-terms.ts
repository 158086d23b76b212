const MAX_TERMS = 6;

/** If `term` finds nothing: its own words, then words of the candidates that share most characters. */
export function nearbyTerms(term: string, candidates: readonly string[]): string[] {
  const words = term.split(/[\s,，、·-]+/).filter(Boolean);
  const characters = new Set(words.join(""));
  const shared = (candidate: string) =>
    [...new Set(candidate)].filter((character) => characters.has(character)).length;
  const alike = candidates
    .filter((candidate) => shared(candidate) > 0)
    .sort((one, other) => shared(other) - shared(one));
  const others = [...words, ...alike].filter((other) => other !== term);
  return [...new Set(others)].slice(0, MAX_TERMS);
}

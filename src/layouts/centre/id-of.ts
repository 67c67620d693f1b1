/** The id that an address names in its query, under the first of the names that is there; null for none or nonsense. */
export function idOf(url: URL, ...names: readonly string[]): number | null {
  const given = names.map((name) => url.searchParams.get(name)).find((value) => value !== null)
  return given !== undefined && given !== null && /^[1-9]\d{0,9}$/.test(given) && Number(given) <= 2_147_483_647
    ? Number(given)
    : null
}

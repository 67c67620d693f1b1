/** The id in a query, under the first of the names that is present; null if missing or invalid. */
export function idFromQuery(url: URL, ...names: readonly string[]): number | null {
  const given = names.map((name) => url.searchParams.get(name)).find((value) => value !== null)
  return given !== undefined && given !== null && /^[1-9]\d{0,9}$/.test(given) && Number(given) <= 2_147_483_647
    ? Number(given)
    : null
}

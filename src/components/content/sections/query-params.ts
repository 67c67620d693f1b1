import { parseDay } from '../../../domain/typed-date.ts'

/** Query parameters shared by the lists of the drug section. */

export const keywordParam = (query: URLSearchParams): string => (query.get('keyword') ?? '').trim().slice(0, 30)

export function pageParam(query: URLSearchParams): number {
  const page = Number(query.get('current'))
  return Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1
}

/** `2026-11-21` of a day typed in any usual form; undefined for anything else. */
export const parseDayParam = (word: string | null): string | undefined => (word === null ? undefined : parseDay(word))

/** A whole number from 1 up, as typed; undefined for anything else. */
export function parseCountParam(word: string | null): number | undefined {
  const count = Number(word)
  return word !== null && Number.isInteger(count) && count > 0 && count <= 1_000_000 ? count : undefined
}

/** Six digits of a district. */
export const parseDistrictParam = (word: string | null): string | undefined =>
  word !== null && /^\d{6}$/.test(word) ? word : undefined

/** Unique ids in order; `parks=1,2` and `park=1&park=2` are the same. */
export function idsParam(query: URLSearchParams, many: string, one: string, max: number): number[] {
  const words = [...(query.get(many) ?? '').split(','), ...query.getAll(one)]
  const ids = words.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647)
  return [...new Set(ids)].slice(0, max)
}

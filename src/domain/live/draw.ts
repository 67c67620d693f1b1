import type { StateLabel } from '../transition.ts'

/** One row of a round's odds table; the blank row has no stock. */
export interface DrawRow {
  readonly prizeId: number
  readonly weight: number
  readonly isPrize: boolean
}

/** Maximum sum of the weights of a round, so that the arithmetic below stays exact. */
export const maxTotalWeight = 1_000_000

const bytesOf = (text: string) => new TextEncoder().encode(text)
const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 of a seed (UTF-8), hex: published before the first draw. */
export const seedHashOf = async (seed: string): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', bytesOf(seed)))

/** HMAC-SHA256 with the seed as key over the entry's number in decimal digits, hex. The same in a browser. */
export async function digestOf(seed: string, entryNo: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', key, bytesOf(String(entryNo))))
}

/**
 * Selects a row by digest: the first 8 hex digits as a fraction of 2^32, scaled to the sum of the weights, in table
 * order. Throws for an empty table.
 */
export function rowForDigest<R extends DrawRow>(table: readonly R[], digest: string): R {
  const total = table.reduce((sum, { weight }) => sum + weight, 0)
  let place = Math.floor((Number.parseInt(digest.slice(0, 8), 16) * total) / 2 ** 32)
  for (const row of table) {
    if (place < row.weight) return row
    place -= row.weight
  }
  throw new Error('The table of a round is empty')
}

/** Probability of a row for display: `0.5%`, `12.5%`. */
export function formatChance(table: readonly DrawRow[], prizeId: number): string {
  const total = table.reduce((sum, { weight }) => sum + weight, 0)
  const weight = table.find((row) => row.prizeId === prizeId)?.weight ?? 0
  return total === 0 ? '0%' : `${Number(((weight / total) * 100).toFixed(3))}%`
}

/** Published result of one draw. `prizeId` is null for the blank or a prize that was out of stock. */
export interface DrawnEntry {
  readonly entryNo: number
  readonly prizeId: number | null
}
interface Stocked extends DrawRow {
  readonly stock: number
}

/**
 * Recomputes a round from the published data and returns the numbers of entries with a different result. Entries are
 * ordered from 1; a prize that is out of stock yields none.
 */
export async function findWrongEntries(
  seed: string,
  table: readonly Stocked[],
  entries: readonly DrawnEntry[],
): Promise<number[]> {
  const left = new Map(table.map(({ prizeId, stock }) => [prizeId, stock]))
  const wrong: number[] = []
  for (const [index, entry] of entries.entries()) {
    const row = rowForDigest(table, await digestOf(seed, entry.entryNo))
    const stock = left.get(row.prizeId) ?? 0
    const won = row.isPrize && stock > 0 ? row.prizeId : null
    if (won !== null) left.set(won, stock - 1)
    if (entry.entryNo !== index + 1 || won !== entry.prizeId) wrong.push(entry.entryNo)
  }
  return wrong
}

/** Phase of a round, derived from the current time. */
export type RoundPhase = 'soon' | 'open' | 'ended'
export const roundLabels: Readonly<Record<RoundPhase, StateLabel>> = {
  soon: { label: '未开始', tone: 'mute' },
  open: { label: '进行中', tone: 'go' },
  ended: { label: '已结束', tone: 'mute' },
}
export function roundPhase(round: { opensAt: Date | string; closesAt: Date | string }, now: Date): RoundPhase {
  if (now.getTime() < new Date(round.opensAt).getTime()) return 'soon'
  return now.getTime() < new Date(round.closesAt).getTime() ? 'open' : 'ended'
}
/** Cache tag of the pages that show rounds. */
export const drawTag = 'draw'

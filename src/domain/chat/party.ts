/**
 * A side of a conversation: `u:<userId>` a person, `o:<companyId>` a shop. Person ids from `posterBase` on stand for
 * whoever posted a demand, so that a supplier learns neither the buyer's user id nor which demands have one poster.
 */
export type Party = `u:${number}` | `o:${number}`

export const personParty = (userId: number): Party => `u:${userId}`
export const shopParty = (companyId: number): Party => `o:${companyId}`

/** First id of demand posters; the demand's id is added. User ids stay below it. */
export const posterBase = 1_000_000_000
/** The poster of a demand, as suppliers without a deal address them. */
export const posterParty = (demandId: number): Party => `u:${posterBase + demandId}`

/** Parsed form of a party. */
export type PartyKind =
  | { readonly is: 'person'; readonly userId: number }
  | { readonly is: 'poster'; readonly demandId: number }
  | { readonly is: 'shop'; readonly companyId: number }

const form = /^([uo]):([1-9]\d{0,9})$/

/** Parses a stored party; undefined for anything else. */
export function readParty(text: string): PartyKind | undefined {
  const [, letter, digits] = form.exec(text) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits)
  if (letter === 'o') return { is: 'shop', companyId: number }
  return number > posterBase ? { is: 'poster', demandId: number - posterBase } : { is: 'person', userId: number }
}

/**
 * Id by which messages and conversations name a side: of a person or poster, or of an organisation; null for no
 * party.
 */
export function wireId(text: string): number | null {
  const kind = readParty(text)
  if (kind?.is === 'shop') return kind.companyId
  if (kind?.is === 'person') return kind.userId
  return kind?.is === 'poster' ? posterBase + kind.demandId : null
}

/**
 * The two sides in the order in which a conversation keeps them: plain string comparison, so that each pair
 * of parties has exactly one row.
 */
export function orderParties(one: Party, other: Party): { readonly partyA: Party; readonly partyB: Party } {
  return one < other ? { partyA: one, partyB: other } : { partyA: other, partyB: one }
}

/** The side that is not `own`. */
export const otherParty = (pair: { readonly partyA: string; readonly partyB: string }, own: string): string =>
  pair.partyA === own ? pair.partyB : pair.partyA

/** A side of a conversation: `u:<userId>` a person, `o:<companyId>` a shop. */
export type Party = `u:${number}` | `o:${number}`

export const personParty = (userId: number): Party => `u:${userId}`
export const shopParty = (companyId: number): Party => `o:${companyId}`

/** What a kept party stands for. */
export type PartyKind =
  { readonly is: 'person'; readonly userId: number } | { readonly is: 'shop'; readonly companyId: number }

const form = /^([uo]):([1-9]\d{0,9})$/

/** Reads a kept party; undefined for anything else. */
export function readParty(text: string): PartyKind | undefined {
  const [, letter, digits] = form.exec(text) ?? []
  if (digits === undefined) return undefined
  return letter === 'u' ? { is: 'person', userId: Number(digits) } : { is: 'shop', companyId: Number(digits) }
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

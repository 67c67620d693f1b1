/** Sides of a deal: an order, a demand and its offers, a workspace. A company can be on either one. */
export const sides = ['buyer', 'seller'] as const
export type Side = (typeof sides)[number]

export const otherSide = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer')

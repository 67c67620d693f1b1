/** What a company may attach its own reference (number of its ERP) to. */
export const referenceKinds = ['order', 'demand', 'service', 'product'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

export const maxReference = 60

/** What a company says of a supplier, for its own people only. */
export const supplierMarkKinds = ['preferred', 'blocked'] as const
export type SupplierMark = (typeof supplierMarkKinds)[number]
export const supplierMarkLabels = {
  preferred: { label: '优选', tone: 'good' },
  blocked: { label: '已停用', tone: 'bad' },
} as const satisfies Record<SupplierMark, { label: string; tone: string }>
export const isBlocked = (mark: SupplierMark): boolean => mark === 'blocked'

export const maxMarkReason = 200
/** Maximum number of marked suppliers of a company. */
export const maxSupplierMarks = 500

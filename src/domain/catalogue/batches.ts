/** Batches of goods with their papers. */

export const maxBatches = 200

/** A batch past its retest day: it is still shown, since buyers hold material of it. */
export const isBatchExpired = (retestOn: string | null, today: string): boolean => retestOn !== null && retestOn < today

/** Field errors of a batch. */
export function batchErrors({
  madeOn,
  retestOn,
}: {
  readonly madeOn: string | null
  readonly retestOn: string | null
}): { readonly field: string; readonly message: string }[] {
  return madeOn !== null && retestOn !== null && retestOn <= madeOn
    ? [{ field: 'retestOn', message: '复验日须晚于生产日期' }]
    : []
}

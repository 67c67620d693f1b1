/** A part of an invoice for one payment; fen. */
export interface Allocation {
  readonly lineId: number
  readonly amount: number
}

interface AllocatedLine {
  readonly lineId: number
  readonly seq: number
  readonly amount: number
  /** Paid after refunds. */
  readonly retained: number
}

interface AllocatedInvoice {
  readonly invoiceId: number
  /** Sorts the invoices: day and number, so that the time of their entry does not count. */
  readonly order: string
  /** fen */
  readonly total: number
  /** Allocated by the supplier; empty = by the rule. */
  readonly fixed: readonly Allocation[]
}

export interface Allocations {
  readonly allocations: readonly (Allocation & { readonly invoiceId: number })[]
  /** Invoiced beyond all payments; fen. */
  readonly unallocated: number
}

/**
 * Allocates issued invoices to the payments of an order. What a supplier allocated stays. Of the others, in the order of
 * day and number: an invoice that equals what one payment still lacks goes to it as a whole; the rest goes to what was
 * paid and is not invoiced, then to what is still to be paid, from the first payment to the last. Fen.
 */
export function allocateInvoices(lines: readonly AllocatedLine[], invoices: readonly AllocatedInvoice[]): Allocations {
  const sorted = lines.toSorted((a, b) => a.seq - b.seq)
  const given = new Map<number, number>()
  const of = ({ lineId }: { readonly lineId: number }) => given.get(lineId) ?? 0
  const allocations: (Allocation & { readonly invoiceId: number })[] = []
  const give = (invoiceId: number, lineId: number, amount: number) => {
    if (amount <= 0) return
    given.set(lineId, of({ lineId }) + amount)
    const at = allocations.findIndex((each) => each.invoiceId === invoiceId && each.lineId === lineId)
    const before = allocations[at]
    if (before === undefined) allocations.push({ invoiceId, lineId, amount })
    else allocations[at] = { invoiceId, lineId, amount: before.amount + amount }
  }
  const known = new Set(lines.map(({ lineId }) => lineId))
  const inOrder = invoices.toSorted((a, b) =>
    a.order === b.order ? a.invoiceId - b.invoiceId : a.order < b.order ? -1 : 1,
  )
  const rests = inOrder.map(({ invoiceId, total, fixed }) => {
    let rest = Math.max(0, total)
    for (const { lineId, amount } of fixed) {
      const part = known.has(lineId) ? Math.min(amount, rest) : 0
      give(invoiceId, lineId, part)
      rest -= part
    }
    return { invoiceId, rest, isOpen: fixed.length === 0 }
  })
  const whole = new Set<number>()
  for (const { invoiceId, rest, isOpen } of rests) {
    const equal = isOpen && rest > 0 ? sorted.find((line) => line.retained - of(line) === rest) : undefined
    if (equal === undefined) continue
    give(invoiceId, equal.lineId, rest)
    whole.add(invoiceId)
  }
  let unallocated = 0
  for (const { invoiceId, rest } of rests) {
    if (whole.has(invoiceId)) continue
    let open = rest
    for (const limit of [({ retained }: AllocatedLine) => retained, ({ amount }: AllocatedLine) => amount]) {
      for (const line of sorted) {
        const part = Math.min(open, Math.max(0, limit(line) - of(line)))
        give(invoiceId, line.lineId, part)
        open -= part
      }
    }
    unallocated += open
  }
  return { allocations, unallocated }
}

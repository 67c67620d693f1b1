import type { stateChanges } from '../tables/operations.ts'

export type ChangeRow = typeof stateChanges.$inferInsert & { id: number; createdAt: Date }

/** One step of a history: the event and the state that follows. */
export interface Step {
  readonly event: string
  readonly to: string
  readonly at: Date
  readonly userId?: number | null
  readonly companyId?: number | null
  readonly reason?: string
}

/** Collects the history rows of all built entities. */
export interface ChangeLog {
  readonly rows: ChangeRow[]
  /** Adds the steps of one entity; `from` is the state before the first of them. */
  readonly add: (entity: ChangeRow['entity'], entityId: number, from: string, steps: readonly Step[]) => void
}

export function changeLog(): ChangeLog {
  const rows: ChangeRow[] = []
  return {
    rows,
    add: (entity, entityId, from, steps) => {
      let fromStatus = from
      for (const { event, to, at, userId = null, companyId = null, reason = '' } of steps) {
        const id = rows.length + 1
        rows.push({ id, entity, entityId, event, fromStatus, toStatus: to, userId, companyId, reason, createdAt: at })
        fromStatus = to
      }
    },
  }
}

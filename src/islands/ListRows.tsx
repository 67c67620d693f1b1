import type { ReactNode } from 'react'
import type { Permission } from '../domain/accounts/permissions.ts'
import type { Loaded } from '../stores/loaded.ts'
import { Pager } from '../ui/Pager.tsx'
import { card, Shown } from './Shown.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'

export type Paged = { readonly total: number; readonly data: readonly unknown[] }

export type ListRowsProps<P extends Paged> = {
  state: Loaded<P>
  /** What it lists, for the sentences: 认证. */
  what: string
  permission?: Permission | undefined
  onRetry: () => void
  /** What is coming, where that is no table. */
  skeleton?: ReactNode
  page: {
    size: number
    current: number
    onChange: (current: number) => void
    /** The total is a lower bound. */
    capped?: ((page: P) => boolean) | undefined
  }
  /** Shown in a card where there are no rows. */
  empty: ReactNode
  /** The rows, once there are some. */
  children: (page: P) => ReactNode
}

/** The rows of a list with their pages, and what stands there while, or when, there are none. */
export const ListRows = <P extends Paged>(props: ListRowsProps<P>) => {
  const { state, what, permission, onRetry, skeleton = <TableSkeleton />, page, empty, children } = props
  return (
    <Shown state={state} what={what} permission={permission} onRetry={onRetry} skeleton={skeleton} frame={card}>
      {(content) =>
        content.data.length === 0 ? (
          card(empty)
        ) : (
          <>
            {children(content)}
            <div className="pt-4">
              <Pager
                total={content.total}
                capped={page.capped?.(content)}
                pageSize={page.size}
                current={page.current}
                onChange={page.onChange}
              />
            </div>
          </>
        )
      }
    </Shown>
  )
}

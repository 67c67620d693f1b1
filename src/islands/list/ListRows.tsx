import type { ReactNode } from 'react'
import type { Permission } from '../../domain/accounts/permissions.ts'
import type { Loaded } from '../../stores/loadable.ts'
import { Pager } from '../../ui/navigation/Pager.tsx'
import { cardFrame, AsyncContent } from './AsyncContent.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'

export type Paged = { readonly total: number; readonly data: readonly unknown[] }

export type ListRowsProps<P extends Paged> = {
  state: Loaded<P>
  /** Noun for texts: 认证. */
  what: string
  permission?: Permission | undefined
  onRetry: () => void
  /** Placeholder of the rows if they are not a table. */
  skeleton?: ReactNode
  page: {
    size: number
    current: number
    onChange: (current: number) => void
    /** The total is a lower bound. */
    capped?: ((page: P) => boolean) | undefined
  }
  /** Shown in a card if there are no rows. */
  empty: ReactNode
  /** Renders the rows. */
  children: (page: P) => ReactNode
}

/** Rows of a list with pagination, and their loading, failed and empty states. */
export const ListRows = <P extends Paged>(props: ListRowsProps<P>) => {
  const { state, what, permission, onRetry, skeleton = <TableSkeleton />, page, empty, children } = props
  return (
    <AsyncContent
      state={state}
      what={what}
      permission={permission}
      onRetry={onRetry}
      skeleton={skeleton}
      frame={cardFrame}
    >
      {(content) =>
        content.data.length === 0 ? (
          cardFrame(empty)
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
    </AsyncContent>
  )
}

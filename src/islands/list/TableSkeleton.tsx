import { tableBoxClass } from '../../ui/table/table-class.ts'

/** Placeholder of rows with two lines, 64 px high like the rows. */
export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div className={tableBoxClass} aria-hidden>
    <div className="h-10 border-b border-line bg-surface-2" />
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} className="flex h-16 items-center gap-6 border-t border-line px-4 first:border-t-0">
        <span className="flex-1">
          <span className="skeleton block h-4 w-2/3" />
          <span className="skeleton mt-2 block h-3 w-1/3" />
        </span>
        <span className="skeleton h-4 w-16" />
        <span className="skeleton h-4 w-24" />
        <span className="skeleton h-8 w-20" />
      </div>
    ))}
  </div>
)

/** Placeholder of text lines in a card. */
export const CardSkeleton = ({ lines = 4, className = '' }: { lines?: number; className?: string }) => (
  <div className={`rounded-lg border border-line bg-surface p-6 ${className}`} aria-hidden>
    <span className="skeleton block h-6 w-1/2" />
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} className="skeleton mt-4 block h-4 w-full" />
    ))}
  </div>
)

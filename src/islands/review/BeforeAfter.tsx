import type { ReactNode } from 'react'

/** A changed part: current public version and new version. */
export interface BeforeAfterPart {
  readonly label: string
  readonly before: ReactNode
  readonly after: ReactNode
}

const Side = ({ head, className, children }: { head: string; className: string; children: ReactNode }) => (
  <div className={`min-w-0 p-3 ${className}`}>
    <p className="mb-1 text-sm text-ink-3">{head}</p>
    <div className="whitespace-pre-wrap wrap-anywhere">{children}</div>
  </div>
)

/** Comparison of a change, part by part; side by side, on phones stacked. */
export const BeforeAfter = ({ parts }: { parts: readonly BeforeAfterPart[] }) => (
  <ul aria-label="修改前后" className="space-y-3">
    {parts.map(({ label, before, after }) => (
      <li key={label} className="overflow-hidden rounded-md border border-line">
        <h3 className="border-b border-line px-3 py-2 font-medium">{label}</h3>
        <div className="grid md:grid-cols-2 md:divide-x md:divide-line">
          <Side head="现在公开" className="text-ink-2">
            {before}
          </Side>
          <Side head="修改后" className="bg-accent-soft max-md:border-t max-md:border-line">
            {after}
          </Side>
        </div>
      </li>
    ))}
  </ul>
)

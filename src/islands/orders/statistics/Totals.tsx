type Total = { readonly label: string; readonly value: string; readonly note?: string | undefined }

/** The main numbers of a period. */
export const Totals = ({ label, totals }: { label: string; totals: readonly Total[] }) => (
  <dl
    className={`grid grid-cols-2 gap-3 ${totals.length > 4 ? 'md:grid-cols-3 wide:grid-cols-6' : 'desk:grid-cols-4'}`}
    aria-label={label}
  >
    {totals.map(({ label: name, value, note }) => (
      <div key={name} className="min-w-0 rounded-lg border border-line bg-surface p-4">
        <dt className="text-sm text-ink-2">{name}</dt>
        <dd className="mt-1 text-xl font-semibold whitespace-nowrap tabular-nums">{value}</dd>
        {note !== undefined && <dd className="mt-1 text-sm text-ink-3">{note}</dd>}
      </div>
    ))}
  </dl>
)

/** Placeholder of the numbers. */
export const TotalsSkeleton = ({ count }: { count: number }) => (
  <div
    className={`grid grid-cols-2 gap-3 ${count > 4 ? 'md:grid-cols-3 wide:grid-cols-6' : 'desk:grid-cols-4'}`}
    aria-hidden
  >
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className="rounded-lg border border-line bg-surface p-4">
        <span className="skeleton block h-4 w-16" />
        <span className="skeleton mt-2 block h-6 w-24" />
      </div>
    ))}
  </div>
)

type Props = {
  count?: number | undefined
  /** Announced once by screen readers, such as 订单加载中. */
  label?: string | undefined
}

const bars = ['h-4 w-1/3', 'h-4 w-1/6', 'ml-auto h-4 w-1/6']

/** Placeholder of a list's lines in the final height while loading, to avoid layout shift. */
export const Skeleton = ({ count = 1, label }: Props) => (
  <>
    {label && (
      <span className="sr-only" role="status">
        {label}
      </span>
    )}
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="flex h-11 items-center gap-4 border-b border-line" aria-hidden>
        {bars.map((bar, at) => (
          <span key={at} className={`skeleton block ${bar}`} />
        ))}
      </div>
    ))}
  </>
)

type Props = {
  /** Label for screen readers. */
  label: string
  /** 0 to 100. */
  percent: number
  /** Shown above: 导入商品，第 318 / 1,204 行. */
  text?: string | undefined
}

/** Progress bar of a long task. */
export const Progress = ({ label, percent, text }: Props) => {
  const shown = Math.max(0, Math.min(100, Math.floor(percent)))
  return (
    <div>
      {text && (
        <p className="mb-1.5 flex justify-between gap-2 text-sm text-ink-2">
          <span>{text}</span>
          <span>{shown}%</span>
        </p>
      )}
      <div
        className="h-1.5 overflow-hidden rounded-full bg-surface-3"
        role="progressbar"
        aria-label={label}
        aria-valuenow={shown}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span
          className="block h-full origin-left rounded-full bg-accent transition-[width]"
          style={{ width: `${shown}%` }}
        />
      </div>
    </div>
  )
}

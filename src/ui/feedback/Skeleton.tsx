import * as look from './skeleton-class.ts'

type Props = {
  form: look.SkeletonForm
  count?: number | undefined
  /** Announced once by screen readers, such as 订单加载中. */
  label?: string | undefined
}

const Bars = ({ form }: { form: look.SkeletonForm }) =>
  look.skeletonBars[form].map((bar, index) => <span key={index} className={`${look.skeletonBarClass} ${bar}`} />)

const Shape = ({ form }: { form: look.SkeletonForm }) =>
  form === 'service' || form === 'goods' ? (
    <div className={look.skeletonCardClass} aria-hidden>
      <div className={`skeleton rounded-none! ${look.skeletonPictureClass[form]}`} />
      <div className="p-4">
        <Bars form={form} />
      </div>
    </div>
  ) : (
    <div className={form === 'row' ? look.skeletonRowClass : undefined} aria-hidden>
      <Bars form={form} />
    </div>
  )

/** Placeholder in the final size while loading. */
export const Skeleton = ({ form, count = 1, label }: Props) => (
  <>
    {label && (
      <span className="sr-only" role="status">
        {label}
      </span>
    )}
    {Array.from({ length: count }, (_, index) => (
      <Shape key={index} form={form} />
    ))}
  </>
)

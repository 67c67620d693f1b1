const Bar = ({ className }: { className: string }) => <span className={`skeleton block ${className}`} aria-hidden />

/** Skeleton of the cart. */
export const CartSkeleton = () => (
  <>
    <Bar className="h-8 w-32" />
    <Bar className="mt-4 h-11 w-full max-desk:hidden" />
    {[0, 1].map((shop) => (
      <div key={shop} className="mt-4 rounded-lg border border-line bg-surface p-5">
        <Bar className="h-5 w-56" />
        <div className="mt-5 flex gap-4">
          <Bar className="size-20 shrink-0" />
          <div className="flex-1 space-y-2">
            <Bar className="h-5 w-2/3" />
            <Bar className="h-4 w-1/3" />
          </div>
        </div>
      </div>
    ))}
    <Bar className="mt-6 h-18 w-full" />
  </>
)

import 'sonner/dist/styles.css'
import { Toaster as Sonner } from 'sonner'
import { StateShape } from '../text/StateShape.tsx'

const icons = {
  success: <StateShape tone="good" className="size-4" />,
  error: <StateShape tone="bad" className="size-4" />,
  warning: <StateShape tone="act" className="size-4" />,
  info: <StateShape tone="go" className="size-4" />,
}

/** Container of toasts; once per page, in the layout. Messages are shown with toast.ts. */
export const Toaster = () => (
  <Sonner
    position="top-center"
    duration={4000}
    visibleToasts={3}
    // Stacked toasts would hide the one with 重试.
    expand
    containerAriaLabel="提示"
    icons={icons}
    toastOptions={{
      unstyled: true,
      classNames: {
        toast:
          'inset-x-0 flex w-max max-w-[calc(100vw-32px)] items-center gap-2.5 rounded-lg bg-surface py-2.5 pr-4 pl-3.5 shadow-pop min-[601px]:mx-auto',
        icon: 'shrink-0',
        actionButton: 'ml-2 font-medium whitespace-nowrap text-accent hover:underline',
      },
    }}
  />
)

import type { ReactNode } from 'react'
import { EmptyDrawing } from './EmptyDrawing.tsx'
import { emptyActionsClass, emptyBoxClass, emptyClass, emptyTextClass, type EmptyStateProps } from './empty-class.ts'

/** Empty state: what is missing and the next action; buttons or links as children. */
export const EmptyState = ({
  drawing = 'none',
  title,
  text,
  size = 'panel',
  children,
}: EmptyStateProps & { children?: ReactNode }) => {
  const look = emptyClass[size]
  return (
    <div className={`${emptyBoxClass} ${look.box}`}>
      <EmptyDrawing name={drawing} className={look.drawing} />
      <p className={look.title}>{title}</p>
      {text && <p className={`${emptyTextClass} ${look.text}`}>{text}</p>}
      {children && <div className={emptyActionsClass}>{children}</div>}
    </div>
  )
}

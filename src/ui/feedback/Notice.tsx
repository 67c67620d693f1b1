import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { noticeClass, noticeIconClass } from './notice-class.ts'
import { toneNotice, type Tone } from '../text/state-shape.ts'

const icons = { mute: Info, go: Info, act: TriangleAlert, good: CircleCheck, bad: CircleX }

/** Permanent notice on a page, text as children; `bad` is announced at once. */
export const Notice = ({ tone, title, children }: { tone: Tone; title: string; children?: ReactNode }) => {
  const Icon = icons[tone]
  return (
    <div className={`${noticeClass} ${toneNotice[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon className={noticeIconClass} />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {children && <div className="text-ink-2">{children}</div>}
      </div>
    </div>
  )
}

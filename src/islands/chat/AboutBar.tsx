import { X } from 'lucide-react'
import type { Card } from '../../contract/chat/shapes.ts'
import { dismissAbout, sendAbout } from '../../stores/chat/room.ts'
import { Button } from '../../ui/Button.tsx'
import { CardPicture } from './CardPicture.tsx'

/** What the page was about from which the chat was opened: one press sends it as a card. */
export const AboutBar = ({ about }: { about: Card }) => (
  <div className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2">
    <CardPicture picture={about.imgUrl} className="size-10" />
    <a href={about.url} target="_blank" rel="noopener" className="min-w-0 flex-1 hover:text-accent">
      <span className="block truncate text-sm">{about.title}</span>
      <span className="block text-sm font-semibold">{about.price}</span>
    </a>
    <Button kind="outline" size="sm" className="max-md:h-11" onClick={sendAbout}>
      发送
    </Button>
    <button
      type="button"
      className="-mr-2 grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-3 max-md:size-11"
      aria-label="不发送此卡片"
      onClick={dismissAbout}
    >
      <X className="size-4" />
    </button>
  </div>
)

import { useStore } from '@nanostores/react'
import { House } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { session } from '../../../stores/accounts/session.ts'
import * as store from '../../../stores/chat/desk.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { Chosen } from './Chosen.tsx'
import { DeskFigures } from './DeskFigures.tsx'
import { DeskList } from './DeskList.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'

const icon = 'grid size-9 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11'

/** The service desk: visitors, the talk with one of them, and what belongs to it. On phones one after the other. */
export function Desk() {
  const { at } = useStore(session)
  const chosen = useStore(store.chosen)
  useEffect(() => (at === 'in' ? store.start() : undefined), [at])
  const away = chosen === null ? '' : 'max-desk:hidden'
  return (
    <div className="flex h-dvh flex-col bg-surface">
      <h1 className="sr-only">客服工作台</h1>
      <header
        className={`flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-2.5 ${away}`}
      >
        <div className="flex items-center gap-1">
          <a href={links.home()} className={`${icon} -ml-2`} aria-label="返回首页" title="返回首页">
            <House className="size-5" />
          </a>
          <p className="text-lg font-semibold" aria-hidden="true">
            客服工作台
          </p>
        </div>
        <DeskFigures />
      </header>
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label="访客列表"
          className={`w-full shrink-0 overflow-y-auto border-line [&>[role=tablist]]:px-4 desk:w-[320px] desk:border-r ${away}`}
        >
          <DeskList />
        </aside>
        {chosen === null ? (
          <div className="hidden flex-1 place-items-center desk:grid">
            <EmptyState drawing="message" title="请选择访客" text="从左侧选择一位访客，开始接待。" />
          </div>
        ) : (
          <Chosen />
        )}
      </div>
      <HandOverDialog />
      <Toaster />
    </div>
  )
}

import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { isWritable } from '../../domain/catalogue/listing-actions.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { links } from '../../domain/links.ts'
import { kindWords } from '../../stores/catalogue/listing-calls.ts'
import * as store from '../../stores/catalogue/listing-form.ts'
import * as refusal from '../../stores/catalogue/listing-refusal.ts'
import { keepCopy, takeBack } from '../../stores/catalogue/listing-steps.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { isComposing } from '../../ui/ime.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { focusFirstFault } from '../focus-fault.ts'
import { ConflictNotice, FoundNotice } from '../DraftNotices.tsx'
import { ListingAside } from './ListingAside.tsx'
import { ListingBanner } from './ListingBanner.tsx'
import { ListingFoot } from './ListingFoot.tsx'
import { ListingSections } from './ListingSections.tsx'

type Props = { kind: ListingKind; listing: store.Around }

const copyOf = async (kind: ListingKind) => {
  const answer = await keepCopy(kind)
  return answer.ok ? ({ ok: true, href: kindWords[kind].edit(answer.content.id) } as const) : answer
}

/** The form with what stands around it: its state, its summary, its foot. */
export const ListingFields = ({ kind, listing }: Props) => {
  const values = useStore(store.values)
  const sending = useStore(refusal.sending)
  const saving = useStore(store.saving)
  const found = useStore(store.found)
  const [dropping, setDropping] = useState<'asked' | 'sending' | null>(null)
  const [keeping, setKeeping] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const attempt = sending.at === 'refused' ? sending.attempt : 0
  const asked = useRef(attempt)
  useEffect(() => {
    // Only what the person sent moves the focus: a draft that keeps itself never takes it away from the typing.
    if (attempt > asked.current && refusal.wasSent()) focusFirstFault(form.current)
    asked.current = attempt
  }, [attempt])
  const unkept = ['unsaved', 'saving', 'failed', 'refused', 'conflict'].includes(saving.at)
  useEffect(() => {
    if (!unkept) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [unkept])
  if (values === null) return null

  const writable = isWritable(listing)
  const mustDecide = () => {
    toast.act('请先在页面上方选择保留哪一份内容')
    scrollTo({ top: 0 })
  }
  const save = async () => {
    if (saving.at === 'conflict') {
      mustDecide()
      return false
    }
    setKeeping(true)
    const kept = await store.saveNow()
    setKeeping(false)
    return kept
  }
  const preview = async () => {
    if (!(await save())) {
      if (saving.at !== 'conflict') toast.act('保存后才能预览，请先处理未保存的内容')
      return
    }
    const now = store.opened.get()
    if (now.at !== 'ready' || now.content.id === null) return
    const address = kindWords[kind].preview({ id: now.content.id, no: now.content.no })
    if (open(address, '_blank') === null) location.assign(address)
  }
  const drop = () => {
    setDropping('sending')
    void takeBack(kind, 'drop').then((failure) => {
      setDropping(null)
      if (failure) toast.bad(failure.message)
      else toast.good('已放弃修改，恢复为现在的内容')
    })
  }
  const failure = sending.at === 'refused' && sending.faults.length === 0 ? sending.failure : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
      <div>
        <ListingBanner kind={kind} listing={listing} />
        {found && (
          <div className="mb-4">
            <FoundNotice onDecide={store.decide} />
          </div>
        )}
        {saving.at === 'conflict' && (
          <div className="mb-4">
            <ConflictNotice what="内容" onReload={() => void store.reload()} onCopy={() => copyOf(kind)} />
          </div>
        )}
        <form
          ref={form}
          noValidate
          aria-label={kindWords[kind].name}
          className="rounded-lg border border-line bg-surface"
          onKeyDown={(event) => {
            // Enter in a long form is a slip, never a submission.
            const { target } = event
            if (event.key === 'Enter' && target instanceof HTMLInputElement && !isComposing(event))
              event.preventDefault()
          }}
          onSubmit={(event) => {
            event.preventDefault()
            if (saving.at === 'conflict') return mustDecide()
            void store.submit().then((sent) => {
              if (sent) scrollTo({ top: 0 })
            })
          }}
        >
          {failure && (
            <div className="p-4 pb-0 md:px-6 md:pt-6">
              <Notice tone="bad" title={failure.message}>
                {(failure.code === 1010 || failure.code === 1013) && (
                  <a href={links.sellerAccount({ tab: 'certification' })} className="text-accent hover:underline">
                    去企业认证
                  </a>
                )}
              </Notice>
            </div>
          )}
          <fieldset disabled={!writable || sending.at === 'sending'} className="min-w-0">
            <legend className="sr-only">{kindWords[kind].name}</legend>
            <ListingSections kind={kind} values={values} />
          </fieldset>
          {writable && (
            <ListingFoot
              out={listing.status !== 'draft' && listing.status !== 'rejected'}
              saveBusy={keeping}
              onSave={() => void save()}
              onPreview={() => void preview()}
              onDrop={listing.change === null ? undefined : () => setDropping('asked')}
              onLocate={() => focusFirstFault(form.current)}
            />
          )}
        </form>
      </div>
      <ListingAside kind={kind} values={values} listing={listing} />
      <Confirm
        open={dropping !== null}
        danger
        title="放弃修改"
        text="未生效的修改会被删除，恢复为买家现在看到的内容。"
        confirm="放弃修改"
        busy={dropping === 'sending'}
        onCancel={() => setDropping(null)}
        onConfirm={drop}
      />
    </div>
  )
}

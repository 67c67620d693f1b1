import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { isWritable } from '../../../domain/catalogue/listing-actions.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { links } from '../../../domain/links.ts'
import { listingKindInfo } from '../../../stores/catalogue/listing-calls.ts'
import * as store from '../../../stores/catalogue/listing-form.ts'
import * as refusal from '../../../stores/catalogue/listing-errors.ts'
import { saveListingCopy, withdrawOrDiscard } from '../../../stores/catalogue/listing-steps.ts'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { isComposing } from '../../../ui/form/ime.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { focusFirstError, useErrorFocus } from '../../form/focus-error.ts'
import { ConflictNotice, LocalDraftNotice } from '../../form/DraftNotices.tsx'
import { ListingAside, ListingBanner } from './listing-overview.tsx'
import { ListingBatches } from './ListingBatches.tsx'
import { ListingSections } from './ListingSections.tsx'
import { isDirectlyEditable } from '../../../domain/catalogue/listing-states.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FormStatus, SaveStatus } from '../../form/SaveStatus.tsx'

type Props = { kind: ListingKind; listing: store.ListingInfo }

const copyOf = async (kind: ListingKind) => {
  const answer = await saveListingCopy(kind)
  return answer.ok ? ({ ok: true, href: listingKindInfo[kind].edit(answer.content.id) } as const) : answer
}

type ListingFootProps = {
  /** The listing is published: submitting sends a change to review, otherwise the listing itself. */
  out: boolean
  saveBusy: boolean
  onSave: () => void
  onPreview: () => void
  onDrop: (() => void) | undefined
  onLocate: () => void
}

/** Sticky action bar of the form: submit, save, preview, save state. */
const ListingFoot = ({ out, saveBusy, onSave, onPreview, onDrop, onLocate }: ListingFootProps) => {
  const sending = useStore(refusal.listingSubmitState)
  const saving = useStore(store.listingSaveState)
  const restored = useStore(store.isDraftRestored)
  const busy = sending.at === 'sending'
  const fieldErrors = sending.at === 'refused' ? sending.fieldErrors.length : 0
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 max-md:gap-2 md:px-6">
      <Button type="submit" kind="main" size="lg" className="text-base! max-md:flex-1" busy={busy}>
        {out ? '提交修改' : '提交发布'}
      </Button>
      <Button
        size="lg"
        className="text-base! max-md:flex-1 max-md:px-3!"
        busy={saveBusy}
        disabled={busy}
        onClick={onSave}
      >
        保存草稿
      </Button>
      <Button size="lg" className="text-base! max-md:px-3!" disabled={busy || saveBusy} onClick={onPreview}>
        预览
      </Button>
      {onDrop && (
        <Button kind="link" disabled={busy} onClick={onDrop}>
          放弃修改
        </Button>
      )}
      <FormStatus fieldErrors={fieldErrors} onLocate={onLocate}>
        <SaveStatus saving={saving} restored={restored} onRetry={onSave} />
      </FormStatus>
    </div>
  )
}

/** The form with notices, checklist and action bar. */
export const ListingFields = ({ kind, listing }: Props) => {
  const values = useStore(store.listingFormValues)
  const sending = useStore(refusal.listingSubmitState)
  const saving = useStore(store.listingSaveState)
  const found = useStore(store.foundDraft)
  const [dropping, setDropping] = useState<'asked' | 'sending' | null>(null)
  const [keeping, setKeeping] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useErrorFocus(form, sending)
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
    toast.warning('请先在页面上方选择保留哪一份内容')
    scrollTo({ top: 0 })
  }
  const save = async () => {
    if (saving.at === 'conflict') {
      mustDecide()
      return false
    }
    setKeeping(true)
    const kept = await store.saveListingDraft()
    setKeeping(false)
    return kept
  }
  const preview = async () => {
    if (!(await save())) {
      if (saving.at !== 'conflict') toast.warning('保存后才能预览，请先处理未保存的内容')
      return
    }
    const now = store.openedListing.get()
    if (now.at !== 'ready' || now.content.id === null) return
    const address = listingKindInfo[kind].preview({ id: now.content.id, no: now.content.no })
    if (open(address, '_blank') === null) location.assign(address)
  }
  const drop = () => {
    setDropping('sending')
    void withdrawOrDiscard(kind, 'drop').then((failure) => {
      setDropping(null)
      if (failure) toast.error(failure.message)
      else toast.success('已放弃修改，恢复为现在的内容')
    })
  }
  const failure = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
      <div>
        <ListingBanner kind={kind} listing={listing} />
        {found && (
          <div className="mb-4">
            <LocalDraftNotice onDecide={store.resolveFoundDraft} />
          </div>
        )}
        {saving.at === 'conflict' && (
          <div className="mb-4">
            <ConflictNotice what="内容" onReload={() => void store.reloadListing()} onCopy={() => copyOf(kind)} />
          </div>
        )}
        <form
          ref={form}
          noValidate
          aria-label={listingKindInfo[kind].name}
          className="rounded-lg border border-line bg-surface"
          onKeyDown={(event) => {
            // Enter must not submit a long form by accident.
            const { target } = event
            if (event.key === 'Enter' && target instanceof HTMLInputElement && !isComposing(event))
              event.preventDefault()
          }}
          onSubmit={(event) => {
            event.preventDefault()
            if (saving.at === 'conflict') return mustDecide()
            void store.submitListing().then((sent) => {
              if (sent) scrollTo({ top: 0 })
            })
          }}
        >
          {failure && (
            <div className="p-4 md:px-6">
              <Notice tone="bad" title={failure.message}>
                {(failure.code === 1010 || failure.code === 1013) && (
                  <a href={links.sellerAccount({ tab: 'certification' })} className="text-accent hover:underline">
                    企业认证
                  </a>
                )}
              </Notice>
            </div>
          )}
          <fieldset disabled={!writable || sending.at === 'sending'} className="min-w-0">
            <legend className="sr-only">{listingKindInfo[kind].name}</legend>
            <ListingSections kind={kind} values={values} />
          </fieldset>
          {writable && (
            <ListingFoot
              out={!isDirectlyEditable(listing.status)}
              saveBusy={keeping}
              onSave={() => void save()}
              onPreview={() => void preview()}
              onDrop={listing.change === null ? undefined : () => setDropping('asked')}
              onLocate={() => focusFirstError(form.current)}
            />
          )}
        </form>
        {kind === 'product' && listing.id !== null && <ListingBatches productId={listing.id} />}
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

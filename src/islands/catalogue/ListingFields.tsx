import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { isWritable } from '../../domain/catalogue/listing-actions.ts'
import { listingLimits } from '../../domain/catalogue/listing-rules.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { links } from '../../domain/links.ts'
import { kindWords } from '../../stores/catalogue/listing-calls.ts'
import { brands } from '../../stores/catalogue/listing-choices.ts'
import * as store from '../../stores/catalogue/listing-form.ts'
import type { ListingValues } from '../../stores/catalogue/listing-values.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { isComposing } from '../../ui/ime.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { focusFirstFault } from '../demands/focus-fault.ts'
import { FormSection } from '../demands/FormSection.tsx'
import { ListingAside } from './ListingAside.tsx'
import { ListingAttributes } from './ListingAttributes.tsx'
import { ConflictNotice, FoundNotice, ListingBanner } from './ListingBanner.tsx'
import { ListingCategory } from './ListingCategory.tsx'
import { ListingContent } from './ListingContent.tsx'
import { ListingAttachments, ListingPictures } from './ListingFiles.tsx'
import { ListingFoot } from './ListingFoot.tsx'
import { ListingProcess } from './ListingProcess.tsx'
import { ListingReach } from './ListingReach.tsx'
import { ListingSpecs } from './ListingSpecs.tsx'
import { PriceKind, ProductIdentity, ServiceTerms } from './ListingTerms.tsx'
import { useListing } from './use-listing.ts'

type Props = { kind: ListingKind; listing: store.Around }

/** The form with what stands around it: its state, its summary, its foot. */
export const ListingFields = ({ kind, listing }: Props) => {
  const values = useStore(store.values)
  const sending = useStore(store.sending)
  const saving = useStore(store.saving)
  const found = useStore(store.found)
  const [dropping, setDropping] = useState<'asked' | 'sending' | null>(null)
  const [keeping, setKeeping] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const attempt = sending.at === 'refused' ? sending.attempt : 0
  const asked = useRef(attempt)
  useEffect(() => {
    // Only what the person sent moves the focus: a draft that keeps itself never takes it away from the typing.
    if (attempt > asked.current && store.wasSent()) focusFirstFault(form.current)
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
  const save = async () => {
    setKeeping(true)
    const kept = await store.saveNow()
    setKeeping(false)
    return kept
  }
  const preview = async () => {
    if (!(await save())) {
      toast.act('保存后才能预览，请先处理未保存的内容')
      return
    }
    const now = store.opened.get()
    if (now.at !== 'ready' || now.content.id === null) return
    const address = kindWords[kind].preview({ id: now.content.id, no: now.content.no })
    if (open(address, '_blank') === null) location.assign(address)
  }
  const drop = () => {
    setDropping('sending')
    void store.takeBack('drop').then((failure) => {
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
        {found && <FoundNotice />}
        {saving.at === 'conflict' && <ConflictNotice kind={kind} />}
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
            <Sections kind={kind} values={values} />
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

/** The numbered parts of the form. */
const Sections = ({ kind, values }: { kind: ListingKind; values: ListingValues }) => {
  const { fault, text, set } = useListing(values)
  const known = useStore(brands)
  const service = kind === 'service'
  return (
    <>
      <FormSection number={1} title="类目与标题">
        <div className="space-y-5">
          <ListingCategory
            kind={kind}
            value={values.categoryId}
            onChange={(categoryId) => set('categoryId', categoryId)}
            error={fault('categoryId')}
          />
          <Input
            label="标题"
            required
            maxLength={listingLimits.title}
            typed={values.title.length}
            placeholder={service ? '如：比格犬 13 周重复给药毒性试验' : '如：对乙酰氨基酚 对照品'}
            {...text('title')}
          />
          <Textarea
            label="简介"
            required
            rows={3}
            maxLength={listingLimits.summary}
            typed={values.summary.length}
            placeholder="一两句话说明是什么、适合谁，列表和搜索结果会显示"
            {...text('summary')}
          />
        </div>
      </FormSection>
      <FormSection number={2} title="类目属性">
        <ListingAttributes values={values} />
      </FormSection>
      {service ? (
        <FormSection number={3} title="价格与周期">
          <ServiceTerms values={values} />
        </FormSection>
      ) : (
        <FormSection number={3} title="价格与规格">
          <div className="space-y-5">
            <ProductIdentity values={values} brands={known} />
            <PriceKind values={values} kind={kind} />
            <ListingSpecs values={values} />
          </div>
        </FormSection>
      )}
      <FormSection number={4} title="详情">
        <ListingContent values={values} />
      </FormSection>
      {service && (
        <FormSection number={5} title="步骤与交付">
          <ListingProcess values={values} />
        </FormSection>
      )}
      <FormSection number={service ? 6 : 5} title="地区、资质与能力">
        <ListingReach values={values} />
      </FormSection>
      <FormSection number={service ? 7 : 6} title="图片与附件">
        <div className="space-y-6">
          <ListingPictures values={values} />
          <ListingAttachments values={values} />
        </div>
      </FormSection>
    </>
  )
}

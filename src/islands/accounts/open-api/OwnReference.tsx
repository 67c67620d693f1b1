import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { maxReference } from '../../../domain/external-references.ts'
import * as store from '../../../stores/accounts/open-api/own-reference.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'

const ReferenceForm = () => {
  const form = useForm(store.referenceForm)
  if (form.values === null) return null
  return (
    <FormDialog
      form={form}
      title="本企业单号"
      text="贵企业自己系统中的单号，如 ERP 单号。只有贵企业可见，同类记录中不重复，可在列表中按它搜索。"
      submit="保存"
      width="sm"
      onSubmit={() => void store.saveReference().then((done) => done && toast.success('已保存本企业单号'))}
      onClose={store.closeReference}
    >
      <Input
        label="单号"
        maxLength={maxReference}
        autoComplete="off"
        hint="留空为清除"
        placeholder="如：PO-2026-00871"
        {...form.text('reference')}
      />
    </FormDialog>
  )
}

/** The company's own number of an order, demand or listing; nothing until it is known. */
export const OwnReference = ({ kind, side, id }: store.ReferenceSubject) => {
  const state = useStore(store.ownReference)
  const open = useStore(store.isReferenceOpen)
  useEffect(() => void store.startReference({ kind, side, id }), [kind, side, id])
  if (state.at !== 'ready') return null
  const reference = state.content
  return (
    <section
      aria-label="本企业单号"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 desk:px-6 print:hidden"
    >
      <span className="text-ink-3">本企业单号</span>
      <span className="min-w-0 wrap-anywhere">{reference === '' ? '尚未填写' : reference}</span>
      <Button
        size="sm"
        className="ml-auto max-md:h-11"
        aria-label={reference === '' ? '填写本企业单号' : '修改本企业单号'}
        onClick={() => store.openReference(reference)}
      >
        {reference === '' ? '填写' : '修改'}
      </Button>
      {open && <ReferenceForm />}
    </section>
  )
}

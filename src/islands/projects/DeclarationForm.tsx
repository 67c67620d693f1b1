import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import {
  declarationLabels,
  isDeclarationEditable,
  maxDeclarationFiles,
  isDeclarationReturned,
} from '../../domain/projects/declaration-states.ts'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/projects/declaration-form.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { DateInput } from '../../ui/date/DateInput.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { Upload } from '../../ui/form/Upload.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { FormFrame } from '../form/FormFrame.tsx'
import { useForm } from '../form/use-form.ts'

/** Saves or submits, then opens the saved declaration. */
const send = (submit: boolean) =>
  void store.saveDeclaration(submit).then((saved) => {
    if (saved === undefined) return
    location.assign(
      submit ? links.buyerDeclaration(saved.declarationId) : links.buyerEditDeclaration(saved.declarationId),
    )
  })

const Files = ({ form, error }: { form: store.DeclarationForm; error: string | undefined }) => {
  const items = useStore(store.declarationUploads.items)
  const files = useStore(form.values)?.files ?? []
  const there = files.map(({ fileId, name, size, url }) => ({
    id: fileId,
    name,
    size,
    href: url,
    at: 'ready' as const,
  }))
  return (
    <div data-fault={error ? '' : undefined}>
      <Upload
        label="申报材料"
        required
        error={error}
        files={[...there, ...items.filter(({ at }) => at !== 'ready')]}
        accept={acceptOf('attachment')}
        disabled={files.length >= maxDeclarationFiles}
        rule={`${fileRules.attachment.words}，最多 ${maxDeclarationFiles} 份；只有贵企业与平台审核人员可以查看`}
        onAdd={(added) => store.declarationUploads.add(added.slice(0, maxDeclarationFiles - files.length))}
        onRemove={store.removeDeclarationFile}
        onRetry={store.declarationUploads.retry}
      />
    </div>
  )
}

const Form = ({ form: typed, start }: { form: store.DeclarationForm; start: store.DeclarationStart }) => {
  const form = useForm(typed)
  const restored = useStore(typed.restored)
  const { values, sending, text, error, picker } = form
  if (values === null) return null
  const { project, declaration } = start
  const until = declaration?.submitUntil ?? project.deadline
  return (
    <FormFrame
      form={form}
      label="申报书"
      submit="提交申报"
      onSubmit={() => send(true)}
      note={restored ? '已恢复上次未保存的内容' : `${dateTime(until)} 前提交；填写的内容留在本浏览器`}
      actions={
        <Button className="max-md:h-11 max-md:flex-1" disabled={sending.at === 'sending'} onClick={() => send(false)}>
          保存草稿
        </Button>
      }
    >
      <FormSection title="项目内容" number={1}>
        <div className="space-y-5">
          <Input label="申报项目名称" required maxLength={60} typed={values.title.length} {...text('title')} />
          <Textarea
            label="内容与目标"
            required
            rows={8}
            maxLength={2000}
            typed={values.summary.length}
            hint="不少于 50 个字：研究内容、已有基础、预期成果与考核指标"
            {...text('summary')}
          />
          <div className="grid items-start gap-5 md:grid-cols-2">
            <DateInput label="开始日期" required {...picker('startOn')} />
            <DateInput label="结束日期" required {...picker('endOn')} />
          </div>
        </div>
      </FormSection>
      <FormSection title="资金与联系人" number={2}>
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Input
            label="申请金额"
            required
            unit="元"
            inputMode="decimal"
            hint={project.supportMax === null ? undefined : `最高 ¥${yuan(project.supportMax)}`}
            {...text('amount')}
          />
          <Input label="自筹资金" required unit="元" inputMode="decimal" hint="没有则填 0" {...text('ownFunds')} />
          <Input label="联系人" required maxLength={20} autoComplete="name" {...text('contactName')} />
          <Input
            label="联系手机"
            required
            maxLength={11}
            inputMode="tel"
            autoComplete="tel"
            {...text('contactMobile')}
          />
        </div>
      </FormSection>
      <FormSection title="材料" number={3}>
        <p className="mb-4 text-ink-2">本项目要求：{project.materials.join('、')}。</p>
        <Files form={typed} error={error('files')} />
      </FormSection>
    </FormFrame>
  )
}

/** 申报书: a new declaration for a project, or a draft or returned one. */
export const DeclarationForm = ({ source, userId }: { source: store.DeclarationSource; userId: number }) => {
  const state = useStore(store.declarationStart)
  const form = useStore(store.currentForm)
  const load = () => void store.openDeclarationForm(source, userId)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- source and user never change on this page
  useEffect(load, [])
  return (
    <AsyncContent
      state={state}
      what="申报书"
      heading="填写申报书"
      permission="declaration_query"
      onRetry={load}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={12} />}
    >
      {(start) => (
        <>
          <h1 className="text-2xl font-semibold">填写申报书</h1>
          <p className="mt-1 mb-4 text-ink-2">
            {start.project.title}，{start.project.authority}
          </p>
          {start.declarationId !== null ? (
            <Notice tone="act" title="贵企业已申报该项目">
              <LinkButton size="sm" className="mt-2 max-md:h-11" href={links.buyerDeclaration(start.declarationId)}>
                查看我的申报
              </LinkButton>
            </Notice>
          ) : start.declaration !== null && !isDeclarationEditable(start.declaration.status) ? (
            <Notice tone="act" title="该申报已提交或办结，不能再修改">
              <LinkButton
                size="sm"
                className="mt-2 max-md:h-11"
                href={links.buyerDeclaration(start.declaration.declarationId)}
              >
                查看我的申报
              </LinkButton>
            </Notice>
          ) : (
            <>
              {isDeclarationReturned(start.declaration?.status) && (
                <div className="mb-4">
                  <Notice tone="act" title={declarationLabels.returned.label}>
                    {start.declaration.reason}
                  </Notice>
                </div>
              )}
              {form && <Form form={form} start={start} />}
            </>
          )}
        </>
      )}
    </AsyncContent>
  )
}

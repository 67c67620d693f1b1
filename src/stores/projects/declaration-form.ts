import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { declarationForm } from '../../contract/projects/declaration-form.ts'
import type { Declaration, GovProject, SavedDeclaration } from '../../contract/projects/declarations.ts'
import { fenOf, typedYuan } from '../../domain/money-input.ts'
import { declarationFaults } from '../../domain/projects/declaration-faults.ts'
import { mostDeclarationFiles } from '../../domain/projects/declaration-states.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'
import { uploadsOf, type Uploads } from '../operations/uploads.ts'
import { typedForm, type TypedForm } from '../typed-form.ts'

const formFile = z.object({ fileId: z.string(), name: z.string(), size: z.number(), url: z.string() })
const declarationValues = z.object({
  ...{ title: z.string(), summary: z.string(), contactName: z.string(), contactMobile: z.string() },
  /** Yuan as typed. */
  ...{ amount: z.string(), ownFunds: z.string() },
  ...{ startOn: z.string(), endOn: z.string() },
  files: z.array(formFile),
  /** Whether it is to be submitted, or kept as a draft. */
  submit: z.boolean(),
})
export type DeclarationValues = z.output<typeof declarationValues>
const blank: DeclarationValues = {
  ...{ title: '', summary: '', contactName: '', contactMobile: '', amount: '', ownFunds: '' },
  ...{ startOn: '', endOn: '', files: [], submit: false },
}

/** What the form is for: a new declaration for a call, or one of the own ones. */
export type Source = { readonly is: 'new'; readonly projectId: number } | { readonly is: 'own'; readonly id: number }
type Project = Pick<GovProject, 'projectId' | 'title' | 'authority' | 'supportMax' | 'deadline' | 'materials'>
export interface Start {
  readonly project: Project
  /** Null for a new one. */
  readonly declaration: Declaration | null
  /** One that is alive already; null without one. */
  readonly declarationId: number | null
}

const part = loadable<Start>()
export const start = part.state
export type DeclarationForm = TypedForm<DeclarationValues, SavedDeclaration>
/** Null until what it starts with is read. */
export const form = atom<DeclarationForm | null>(null)
export const fileUploads: Uploads = uploadsOf('attachment', {
  most: mostDeclarationFiles,
  onReady: ({ fileId, name, size, url }) => {
    const now = form.get()
    const values = now?.values.get()
    if (now === null || values == null) return
    now.set('files', [...values.files, { fileId, name, size, url }])
    const arrived = fileUploads.items.get().find((item) => item.at === 'ready' && item.file.fileId === fileId)
    if (arrived !== undefined) fileUploads.remove(arrived.id)
  },
})
export function removeFile(id: string): void {
  const now = form.get()
  const files = now?.values.get()?.files ?? []
  if (files.some(({ fileId }) => fileId === id)) {
    now?.set(
      'files',
      files.filter(({ fileId }) => fileId !== id),
    )
  } else fileUploads.remove(id)
}

const sum = (typed: string) => (typed.trim() === '' ? null : fenOf(typed))
const inputOf = (values: DeclarationValues) => ({
  ...{ title: values.title, summary: values.summary, submit: values.submit },
  ...{ contactName: values.contactName, contactMobile: values.contactMobile.replaceAll(' ', '') },
  ...{ amount: sum(values.amount), ownFunds: sum(values.ownFunds) },
  ...{ startOn: values.startOn || null, endOn: values.endOn || null },
  fileIds: values.files.map(({ fileId }) => fileId),
})

/** What the schema lets through: sums that are none, uploads under way, and all that a submit wants beyond a draft. */
export function faultsIn(values: DeclarationValues, project: Pick<Project, 'supportMax'>, busy: boolean): FieldFault[] {
  const wrongSum = (['amount', 'ownFunds'] as const)
    .filter((name) => values[name].trim() !== '' && fenOf(values[name]) === null)
    .map((field) => ({ field, message: '请填写金额，最多两位小数' }))
  if (!values.submit) return wrongSum
  const input = inputOf(values)
  const written = {
    ...input,
    title: input.title.trim(),
    summary: input.summary.trim(),
    contactName: input.contactName.trim(),
  }
  const missing = declarationFaults({ ...written, fileCount: values.files.length }, project).map(
    ({ field, message }) => ({ field: field === 'fileIds' ? 'files' : field, message }),
  )
  const waiting = busy ? [{ field: 'files', message: '材料还在上传，请稍候' }] : []
  return [...wrongSum, ...waiting, ...missing.filter(({ field }) => !wrongSum.some((one) => one.field === field))]
}

function formFor(project: Project, declaration: Declaration | null): DeclarationForm {
  const intention = `declare:${project.projectId}`
  return typedForm({
    schema: declarationForm,
    inputOf,
    names: { fileIds: 'files' },
    own: (values) => faultsIn(values, project, fileUploads.busy.get()),
    send: (input) =>
      declaration === null
        ? api.projects.projectDeclare(
            { ...input, projectId: project.projectId },
            { idempotencyKey: intentionKey(intention) },
          )
        : api.projects.projectUpdate({
            ...input,
            declarationId: declaration.declarationId,
            version: declaration.version,
          }),
    draft: {
      name: declaration === null ? intention : `declaration:${declaration.declarationId}:${declaration.version}`,
      shape: declarationValues,
    },
    changed: () => intentionDone(intention),
  })
}

const valuesOf = (declaration: Declaration): DeclarationValues => {
  const { title, summary, contactName, contactMobile, amount, ownFunds, startOn, endOn, files } = declaration
  return {
    ...{ title, summary, contactName, contactMobile, files },
    amount: amount === null ? '' : typedYuan(amount),
    ownFunds: ownFunds === null ? '' : typedYuan(ownFunds),
    ...{ startOn: startOn ?? '', endOn: endOn ?? '', submit: false },
  }
}

async function read(source: Source) {
  if (source.is === 'new') {
    const answer = await api.projects.govProject({ projectId: source.projectId })
    if (!answer.ok) return answer
    const { declarationId, ...project } = answer.content
    return { ok: true as const, content: { project, declaration: null, declarationId } }
  }
  const answer = await api.projects.projectDetail({ declarationId: source.id })
  if (!answer.ok) return answer
  const declaration = answer.content
  return { ok: true as const, content: { project: declaration.project, declaration, declarationId: null } }
}

/** Opens the form for a person; what was typed earlier and is not kept stands in it again. */
export async function open(source: Source, userId: number): Promise<void> {
  await part.load(() => read(source), true)
  const now = part.state.get()
  if (now.at !== 'ready') return
  const { project, declaration } = now.content
  const made = formFor(project, declaration)
  made.begin(declaration === null ? blank : valuesOf(declaration), userId)
  made.set('submit', false)
  form.set(made)
}

/** Sends what stands there, as a draft or for good. What it became, or undefined when it was refused. */
export async function save(submit: boolean): Promise<SavedDeclaration | undefined> {
  const now = form.get()
  if (now === null) return undefined
  now.set('submit', submit)
  return now.send()
}

import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { FieldError } from '../../contract/failures.ts'
import { declarationForm } from '../../contract/projects/declaration-form.ts'
import type { Declaration, GovProject, SavedDeclaration } from '../../contract/projects/declarations.ts'
import { parseFen, formatYuanInput } from '../../domain/money-input.ts'
import { validateDeclaration } from '../../domain/projects/validate-declaration.ts'
import { maxDeclarationFiles } from '../../domain/projects/declaration-states.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable } from '../loadable.ts'
import { createUploads, type Uploads } from '../operations/uploads.ts'
import { createForm, type FormStore } from '../form-store.ts'

const formFile = z.object({ fileId: z.string(), name: z.string(), size: z.number(), url: z.string() })
const declarationValues = z.object({
  title: z.string(),
  summary: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  /** Yuan as typed. */
  amount: z.string(),
  ownFunds: z.string(),
  startOn: z.string(),
  endOn: z.string(),
  files: z.array(formFile),
  /** Whether to submit or to save a draft. */
  submit: z.boolean(),
})
export type DeclarationValues = z.output<typeof declarationValues>
const emptyDeclaration: DeclarationValues = {
  title: '',
  summary: '',
  contactName: '',
  contactMobile: '',
  amount: '',
  ownFunds: '',
  startOn: '',
  endOn: '',
  files: [],
  submit: false,
}

/** What the form edits: a new declaration for a project, or an existing one. */
export type DeclarationSource =
  { readonly is: 'new'; readonly projectId: number } | { readonly is: 'own'; readonly id: number }
type Project = Pick<GovProject, 'projectId' | 'title' | 'authority' | 'supportMax' | 'deadline' | 'materials'>
export interface DeclarationStart {
  readonly project: Project
  /** Null for a new one. */
  readonly declaration: Declaration | null
  /** Id of the existing declaration; null for a new one. */
  readonly declarationId: number | null
}

const part = loadable<DeclarationStart>()
export const declarationStart = part.state
export type DeclarationForm = FormStore<DeclarationValues, SavedDeclaration>
/** Null until its initial values are loaded. */
export const currentForm = atom<DeclarationForm | null>(null)
export const declarationUploads: Uploads = createUploads('attachment', {
  maxFiles: maxDeclarationFiles,
  onReady: ({ fileId, name, size, url }) => {
    const now = currentForm.get()
    const values = now?.values.get()
    if (now === null || values == null) return
    now.set('files', [...values.files, { fileId, name, size, url }])
    const arrived = declarationUploads.items.get().find((item) => item.at === 'ready' && item.file.fileId === fileId)
    if (arrived !== undefined) declarationUploads.remove(arrived.id)
  },
})
export function removeDeclarationFile(id: string): void {
  const now = currentForm.get()
  const files = now?.values.get()?.files ?? []
  if (files.some(({ fileId }) => fileId === id)) {
    now?.set(
      'files',
      files.filter(({ fileId }) => fileId !== id),
    )
  } else declarationUploads.remove(id)
}

const amountInFen = (typed: string) => (typed.trim() === '' ? null : parseFen(typed))
const inputOf = (values: DeclarationValues) => ({
  title: values.title,
  summary: values.summary,
  submit: values.submit,
  contactName: values.contactName,
  contactMobile: values.contactMobile.replaceAll(' ', ''),
  amount: amountInFen(values.amount),
  ownFunds: amountInFen(values.ownFunds),
  startOn: values.startOn || null,
  endOn: values.endOn || null,
  fileIds: values.files.map(({ fileId }) => fileId),
})

/** Validation beyond the schema: invalid amounts, uploads in progress, and fields required only for submitting. */
export function declarationErrors(
  values: DeclarationValues,
  project: Pick<Project, 'supportMax'>,
  busy: boolean,
): FieldError[] {
  const wrongSum = (['amount', 'ownFunds'] as const)
    .filter((name) => values[name].trim() !== '' && parseFen(values[name]) === null)
    .map((field) => ({ field, message: '请填写金额，最多两位小数' }))
  if (!values.submit) return wrongSum
  const input = inputOf(values)
  const written = {
    ...input,
    title: input.title.trim(),
    summary: input.summary.trim(),
    contactName: input.contactName.trim(),
  }
  const missing = validateDeclaration({ ...written, fileCount: values.files.length }, project).map(
    ({ field, message }) => ({ field: field === 'fileIds' ? 'files' : field, message }),
  )
  const waiting = busy ? [{ field: 'files', message: '材料还在上传，请稍候' }] : []
  return [...wrongSum, ...waiting, ...missing.filter(({ field }) => !wrongSum.some((one) => one.field === field))]
}

function createDeclarationForm(project: Project, declaration: Declaration | null): DeclarationForm {
  const keyName = `declare:${project.projectId}`
  return createForm({
    schema: declarationForm,
    inputOf,
    fieldNames: { fileIds: 'files' },
    validate: (values) => declarationErrors(values, project, declarationUploads.busy.get()),
    submit: (input) =>
      declaration === null
        ? api.projects.projectDeclare(
            { ...input, projectId: project.projectId },
            { idempotencyKey: getIdempotencyKey(keyName) },
          )
        : api.projects.projectUpdate({
            ...input,
            declarationId: declaration.declarationId,
            version: declaration.version,
          }),
    draft: {
      name: declaration === null ? keyName : `declaration:${declaration.declarationId}:${declaration.version}`,
      shape: declarationValues,
    },
    onChange: () => clearIdempotencyKey(keyName),
  })
}

const valuesOf = (declaration: Declaration): DeclarationValues => {
  const { title, summary, contactName, contactMobile, amount, ownFunds, startOn, endOn, files } = declaration
  return {
    title,
    summary,
    contactName,
    contactMobile,
    files,
    amount: amount === null ? '' : formatYuanInput(amount),
    ownFunds: ownFunds === null ? '' : formatYuanInput(ownFunds),
    startOn: startOn ?? '',
    endOn: endOn ?? '',
    submit: false,
  }
}

async function readSource(source: DeclarationSource) {
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

/** Opens the form for a user and restores the user's unsent draft. */
export async function openDeclarationForm(source: DeclarationSource, userId: number): Promise<void> {
  await part.load(() => readSource(source), true)
  const now = part.state.get()
  if (now.at !== 'ready') return
  const { project, declaration } = now.content
  const made = createDeclarationForm(project, declaration)
  made.start(declaration === null ? emptyDeclaration : valuesOf(declaration), userId)
  made.set('submit', false)
  currentForm.set(made)
}

/** Saves a draft or submits. Returns the saved declaration, undefined if refused. */
export async function saveDeclaration(submit: boolean): Promise<SavedDeclaration | undefined> {
  const now = currentForm.get()
  if (now === null) return undefined
  now.set('submit', submit)
  return now.submit()
}

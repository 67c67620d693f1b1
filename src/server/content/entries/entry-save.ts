import { inArray } from 'drizzle-orm'
import type { entriesCalls } from '../../../contract/content/entries.ts'
import { type EntryForm, entryForm, type EntryFormOf } from '../../../contract/content/entry-forms.ts'
import type { EntryTyped } from '../../../contract/content/entry-typed.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { policies } from '../../../db/tables/drug.ts'
import { getChangedFields, getNameField } from '../../../domain/content/entries/entry-sections.ts'
import {
  type EntryKind,
  type EntryStatus,
  entryTransitions,
  isEntryDraft,
} from '../../../domain/content/entries/entry-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Caller, Handler } from '../../handler.ts'
import { ownFile } from '../../platform/files/files.ts'
import { districtNamesOf } from '../../platform/district-names.ts'
import { deleteDraftInput, getDraftInput, saveDraftInput } from './draft-input.ts'
import { entryTables } from './entry-tables.ts'
import { lockEntry, recordEntry } from './lock-entry.ts'
import { createPlaceholderForm } from './placeholder-form.ts'
import { readForm } from './read-form.ts'
import { writeForm } from './write-form.ts'

/** Status after a save: published entries stay published, others are published if requested. */
function getNextStatus(before: EntryStatus | undefined, publish: boolean): EntryStatus {
  const from = before ?? 'draft'
  if (!publish || from === 'published') return from
  const to = nextState(entryTransitions, from, 'publish', 'operator')
  if (to === undefined) throw new CallFailed('stepNotAllowed')
  return to
}

/** Labels of the changed fields; parsing brings the fields of both forms into the same order. */
function getChanges(was: EntryForm, is: EntryForm): string[] {
  const read = entryForm.safeParse(was)
  return getChangedFields(is.kind, read.success ? read.data : was, is)
}

export const entrySave: Handler<typeof entriesCalls.entrySave> = (input, context) => {
  const { caller, db, pages, after, note } = context
  const { entryId, publish } = input
  const { kind } = input.form
  return db.transaction(async (tx) => {
    const before = entryId === null ? undefined : await lockEntry(tx, kind, entryId, input.version)
    const was = entryId === null ? undefined : await readForm(tx, kind, entryId)
    const form = await checkForm(tx, input.form, { previous: was, caller })
    // Placeholder values of an incomplete draft are not reported as changes.
    const unfinished = entryId !== null && (await getDraftInput(tx, kind, entryId)) !== null
    const changes = was === undefined || unfinished ? [] : getChanges(was, form)
    const status = getNextStatus(before?.status, publish)
    if (entryId !== null && before !== undefined && !unfinished && changes.length === 0 && status === before.status) {
      return { entryId, status, version: before.version }
    }
    const version = (before?.version ?? 0) + 1
    const mark = { status, version, editedBy: caller.userId, updatedAt: new Date() }
    const id = await writeForm(tx, form, { entryId, mark })
    await deleteDraftInput(tx, kind, id)
    const step = { kind, entryId: id, userId: caller.userId, to: status }
    if (before === undefined) await recordEntry(tx, { ...step, event: 'create', from: '', to: 'draft' })
    else if (changes.length > 0 || unfinished) {
      await recordEntry(tx, {
        ...step,
        event: 'edit',
        from: before.status,
        to: before.status,
        text: changes.join('、'),
      })
    }
    if (status !== (before?.status ?? 'draft')) {
      await recordEntry(tx, { ...step, event: 'publish', from: before?.status ?? 'draft' })
    }
    note('title' in form ? form.title : form.name)
    after(() => pages.invalidate(entryTables[kind].tags))
    return { entryId: id, status, version }
  })
}

/** Name of a draft. Throws invalidInput if it is missing or too long. */
function getDraftName(kind: EntryKind, typed: EntryTyped): string {
  const { name, label, max } = getNameField(kind)
  const value = typed[name]
  const text = typeof value === 'string' ? value.trim() : ''
  const message = text === '' ? `请填写${label}` : text.length > max ? `最多 ${max} 个字` : undefined
  if (message !== undefined) throw fieldFailed({ field: `typed.${name}`, message })
  return text
}

async function checkDraft(tx: Db, form: EntryForm, around: FormContext): Promise<EntryForm> {
  return form.kind === 'park' ? { ...form, gallery: await checkGallery(tx, form.gallery, around) } : form
}

export const entryDraft: Handler<typeof entriesCalls.entryDraft> = (input, { caller, db, note }) => {
  const { entryId, kind, typed } = input
  const name = getDraftName(kind, typed)
  return db.transaction(async (tx) => {
    const before = entryId === null ? undefined : await lockEntry(tx, kind, entryId, input.version)
    // Withdrawn entries must stay complete, since they can be published again without the form.
    if (before !== undefined && !isEntryDraft(before.status)) throw new CallFailed('stepNotAllowed')
    const was = entryId === null ? undefined : await readForm(tx, kind, entryId)
    const form = await checkDraft(tx, createPlaceholderForm(kind, typed, name), { previous: was, caller })
    const version = (before?.version ?? 0) + 1
    const mark = { status: 'draft', version, editedBy: caller.userId, updatedAt: new Date() } as const
    const id = await writeForm(tx, form, { entryId, mark })
    await saveDraftInput(tx, kind, id, typed)
    const event = before === undefined ? 'create' : 'edit'
    await recordEntry(tx, { kind, entryId: id, event, from: before?.status ?? '', to: 'draft', userId: caller.userId })
    note(name)
    return { entryId: id, status: 'draft', version }
  })
}

interface FormContext {
  /** The form before the change; undefined for a new one. */
  readonly previous: EntryForm | undefined
  readonly caller: Caller
}

/** Checks that districts, policies and files of a form exist. Throws invalidInput at missing ones. */
async function checkForm(tx: Db, form: EntryForm, around: FormContext): Promise<EntryForm> {
  if (form.kind === 'policy' || form.kind === 'park') await assertDistrict(tx, form.districtCode)
  return form.kind === 'park' ? checkPark(tx, form, around) : form
}

async function assertDistrict(tx: Db, code: string | null): Promise<void> {
  if (code === null || (await districtNamesOf(tx, [code])).has(code)) return
  throw fieldFailed({ field: 'form.districtCode', message: '没有这个地区，请重新选择' })
}

async function checkPark(tx: Db, form: EntryFormOf<'park'>, { previous, caller }: FormContext): Promise<EntryForm> {
  const policyIds = [...new Set(form.policyIds)].toSorted((a, b) => a - b)
  const known =
    policyIds.length === 0
      ? []
      : await tx.select({ id: policies.id }).from(policies).where(inArray(policies.id, policyIds))
  if (known.length < policyIds.length) {
    throw fieldFailed({ field: 'form.policyIds', message: '有政策已不存在，请移除后再保存' })
  }
  return { ...form, policyIds, gallery: await checkGallery(tx, form.gallery, { previous, caller }) }
}

type Gallery = EntryFormOf<'park'>['gallery']

/** Checks that gallery pictures are own uploads or were in the gallery before. Throws invalidInput. */
async function checkGallery(tx: Db, pictures: Gallery, { previous, caller }: FormContext): Promise<Gallery> {
  const before = new Map(
    previous?.kind === 'park'
      ? previous.gallery.flatMap((one) => ('fileId' in one ? [[one.fileId, one.name]] : []))
      : [],
  )
  const gallery: Gallery = []
  for (const [at, picture] of pictures.entries()) {
    if ('view' in picture) gallery.push(picture)
    else {
      // Pictures of other operators may stay in the gallery.
      const name = before.get(picture.fileId) ?? (await getOwnPictureName(tx, picture.fileId, caller, at))
      gallery.push({ fileId: picture.fileId, name, caption: picture.caption })
    }
  }
  return gallery
}

async function getOwnPictureName(tx: Db, fileId: string, caller: Caller, at: number): Promise<string> {
  const file = await ownFile(tx, fileId, caller, 'picture').catch(() => undefined)
  if (file === undefined) throw fieldFailed({ field: `form.gallery.${at}`, message: '图片不存在，请移除后重新上传' })
  return file.name
}

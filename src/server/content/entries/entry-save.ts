import { inArray } from 'drizzle-orm'
import type { entriesCalls, SavedEntry } from '../../../contract/content/entries.ts'
import { type EntryForm, entryForm, type EntryFormOf } from '../../../contract/content/entry-forms.ts'
import type { EntryTyped } from '../../../contract/content/entry-typed.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { policies } from '../../../db/tables/drug.ts'
import { entryVersions } from '../../../db/tables/site-texts.ts'
import { getChangedFields, getNameField } from '../../../domain/content/entries/entry-sections.ts'
import {
  type EntryKind,
  type EntryStatus,
  entryTransitions,
  isEntryDraft,
  isEntryPublished,
} from '../../../domain/content/entries/entry-states.ts'
import { pictureFileIds } from '../../../domain/content/rich-text.ts'
import { dateTime } from '../../../domain/time.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Caller, Handler } from '../../handler.ts'
import { ownFile } from '../../platform/files/files.ts'
import { districtNamesOf } from '../../platform/district-names.ts'
import { deleteDraftInput, getDraftInput, saveDraftInput } from './draft-input.ts'
import { entryTables } from './entry-tables.ts'
import { type LockedEntry, lockEntry, recordEntry } from './lock-entry.ts'
import { createPlaceholderForm } from './placeholder-form.ts'
import { readForm } from './read-form.ts'
import { addSchedule, assertNotScheduled, scheduledMoment } from './schedules.ts'
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

/** A complete form that is saved as a new version of an entry. */
interface FormSave {
  readonly form: EntryForm
  /** Null for a new entry. */
  readonly entryId: number | null
  /** The locked entry; undefined for a new one. */
  readonly before: LockedEntry | undefined
  readonly was: EntryForm | undefined
  /** Whether it was an incomplete draft: its placeholder values are not reported as changes. */
  readonly unfinished: boolean
  readonly publish: boolean
  readonly userId: number
}

/** Saves a form with its version and history. Nothing is written when nothing changes. */
export async function saveForm(tx: Db, save: FormSave): Promise<Omit<SavedEntry, 'scheduledAt'>> {
  const { form, entryId, before, was, unfinished, publish, userId } = save
  const { kind } = form
  const changes = was === undefined || unfinished ? [] : getChanges(was, form)
  const status = getNextStatus(before?.status, publish)
  if (entryId !== null && before !== undefined && !unfinished && changes.length === 0 && status === before.status) {
    return { entryId, status, version: before.version }
  }
  const version = (before?.version ?? 0) + 1
  const mark = { status, version, editedBy: userId, updatedAt: new Date() }
  const id = await writeForm(tx, form, { entryId, mark })
  await deleteDraftInput(tx, kind, id)
  await tx.insert(entryVersions).values({ kind, entryId: id, version, form, userId })
  const step = { kind, entryId: id, userId, to: status }
  if (before === undefined) await recordEntry(tx, { ...step, event: 'create', from: '', to: 'draft' })
  else if (changes.length > 0 || unfinished) {
    await recordEntry(tx, { ...step, event: 'edit', from: before.status, to: before.status, text: changes.join('、') })
  }
  if (status !== (before?.status ?? 'draft')) {
    await recordEntry(tx, { ...step, event: 'publish', from: before?.status ?? 'draft' })
  }
  return { entryId: id, status, version }
}

export const entrySave: Handler<typeof entriesCalls.entrySave> = (input, context) => {
  const { caller, db, pages, after, note } = context
  const { entryId, publish } = input
  const { kind } = input.form
  const { userId } = caller
  const at = scheduledMoment(publish ? input.publishAt : null)
  return db.transaction(async (tx) => {
    const before = entryId === null ? undefined : await lockEntry(tx, kind, entryId, input.version)
    if (entryId !== null) await assertNotScheduled(tx, kind, entryId)
    const was = entryId === null ? undefined : await readForm(tx, kind, entryId)
    const form = await checkForm(tx, input.form, { previous: was, caller })
    const unfinished = entryId !== null && (await getDraftInput(tx, kind, entryId)) !== null
    const isChangeOfPublished = at !== null && isEntryPublished(before?.status)
    const saved =
      isChangeOfPublished && entryId !== null && before !== undefined
        ? { entryId, ...before }
        : await saveForm(tx, { form, entryId, before, was, unfinished, publish: publish && at === null, userId })
    if (at !== null) {
      await addSchedule(tx, { kind, entryId: saved.entryId, at, form: isChangeOfPublished ? form : null, userId })
      const step = { kind, entryId: saved.entryId, userId, from: saved.status, to: saved.status }
      await recordEntry(tx, { ...step, event: 'schedule', text: dateTime(at.toISOString()) })
    }
    note('title' in form ? form.title : form.name)
    after(() => pages.invalidate(entryTables[kind].tags))
    return { ...saved, scheduledAt: at?.toISOString() ?? null }
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
    if (entryId !== null) await assertNotScheduled(tx, kind, entryId)
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
    return { entryId: id, status: 'draft', version, scheduledAt: null }
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
  if ('content' in form) await assertOwnPictures(tx, form.content, around)
  return form.kind === 'park' ? checkPark(tx, form, around) : form
}

/** Checks that pictures of a text are own uploads or were in the text before. Throws invalidInput. */
async function assertOwnPictures(tx: Db, text: string, { previous, caller }: FormContext): Promise<void> {
  const before = new Set(previous !== undefined && 'content' in previous ? pictureFileIds(previous.content) : [])
  for (const fileId of new Set(pictureFileIds(text))) {
    if (before.has(fileId)) continue
    const file = await ownFile(tx, fileId, caller, 'picture').catch(() => undefined)
    if (file === undefined) {
      throw fieldFailed({ field: 'form.content', message: '正文中有图片不存在，请移除后重新上传' })
    }
  }
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

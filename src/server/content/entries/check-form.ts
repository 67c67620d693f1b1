import { inArray } from 'drizzle-orm'
import type { EntryForm, EntryFormOf } from '../../../contract/content/entry-forms.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { policies } from '../../../db/tables/drug.ts'
import type { Caller } from '../../handler.ts'
import { ownFile } from '../../platform/files/files.ts'
import { districtNamesOf } from '../../reference/district-names.ts'

export interface FormContext {
  /** The form before the change; undefined for a new one. */
  readonly previous: EntryForm | undefined
  readonly caller: Caller
}

/** Checks that districts, policies and files of a form exist. Throws invalidInput at missing ones. */
export async function checkForm(tx: Db, form: EntryForm, around: FormContext): Promise<EntryForm> {
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
export async function checkGallery(tx: Db, pictures: Gallery, { previous, caller }: FormContext): Promise<Gallery> {
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

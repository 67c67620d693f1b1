import { inArray } from 'drizzle-orm'
import type { EntryForm, EntryFormOf } from '../../../contract/content/entry-forms.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { policies } from '../../../db/tables/drug.ts'
import type { Caller } from '../../handler.ts'
import { fileOf } from '../../operations/public.ts'
import { placeNamesOf } from '../../reference/public.ts'

export interface Around {
  /** The form as it stood before; undefined for a new one. */
  readonly was: EntryForm | undefined
  readonly caller: Caller
}

/** A form whose districts, policies and files are there. Throws invalidInput at those that are not. */
export async function checkedForm(tx: Db, form: EntryForm, around: Around): Promise<EntryForm> {
  if (form.kind === 'policy' || form.kind === 'park') await mustBeDistrict(tx, form.districtCode)
  return form.kind === 'park' ? checkedPark(tx, form, around) : form
}

async function mustBeDistrict(tx: Db, code: string | null): Promise<void> {
  if (code === null || (await placeNamesOf(tx, [code])).has(code)) return
  throw fieldFailed({ field: 'form.districtCode', message: '没有这个地区，请重新选择' })
}

async function checkedPark(tx: Db, form: EntryFormOf<'park'>, { was, caller }: Around): Promise<EntryForm> {
  const policyIds = [...new Set(form.policyIds)].toSorted((a, b) => a - b)
  const known =
    policyIds.length === 0
      ? []
      : await tx.select({ id: policies.id }).from(policies).where(inArray(policies.id, policyIds))
  if (known.length < policyIds.length) {
    throw fieldFailed({ field: 'form.policyIds', message: '有政策已不存在，请移除后再保存' })
  }
  return { ...form, policyIds, gallery: await checkedGallery(tx, form.gallery, { was, caller }) }
}

type Gallery = EntryFormOf<'park'>['gallery']

/** The pictures of a park, each an own upload or one that stood there before. Throws invalidInput at another's. */
export async function checkedGallery(tx: Db, pictures: Gallery, { was, caller }: Around): Promise<Gallery> {
  const before = new Map(
    was?.kind === 'park' ? was.gallery.flatMap((one) => ('fileId' in one ? [[one.fileId, one.name]] : [])) : [],
  )
  const gallery: Gallery = []
  for (const [at, picture] of pictures.entries()) {
    if ('view' in picture) gallery.push(picture)
    else {
      // What another operator uploaded stays theirs, and stays in the gallery.
      const name = before.get(picture.fileId) ?? (await ownPicture(tx, picture.fileId, caller, at))
      gallery.push({ fileId: picture.fileId, name, caption: picture.caption })
    }
  }
  return gallery
}

async function ownPicture(tx: Db, fileId: string, caller: Caller, at: number): Promise<string> {
  const file = await fileOf(tx, fileId, caller, 'picture').catch(() => undefined)
  if (file === undefined) throw fieldFailed({ field: `form.gallery.${at}`, message: '图片不存在，请移除后重新上传' })
  return file.name
}

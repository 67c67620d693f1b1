import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { programmesCalls, type Programme } from '../../../contract/projects/programmes.ts'
import { programmeAudiences } from '../../../domain/projects/programmes.ts'
import { createForm } from '../../form-store.ts'

const formValues = z.object({
  code: z.string(),
  name: z.string(),
  focus: z.string(),
  openTo: z.enum(programmeAudiences).nullable(),
  /** Days; '' = none. */
  startsOn: z.string(),
  endsOn: z.string(),
  /** Ignored for a new programme. */
  ownerUserId: z.number(),
})
type FormValues = z.output<typeof formValues>
const empty: FormValues = { code: '', name: '', focus: '', openTo: null, startsOn: '', endsOn: '', ownerUserId: 0 }

/** Open form: of a new programme, or of one as it was shown. */
export type ProgrammeDialog =
  { readonly is: 'none' } | { readonly is: 'new' } | { readonly is: 'edit'; readonly programme: Programme }
export const programmeDialog = atom<ProgrammeDialog>({ is: 'none' })

/** A repeated press is the same request; an edit makes another one. */
let key = crypto.randomUUID()

export const programmeForm = createForm({
  schema: programmesCalls.programmeSave.input.and(z.object({ ownerUserId: z.number() })),
  inputOf: ({ startsOn, endsOn, ...rest }: FormValues) => ({
    ...rest,
    startsOn: startsOn === '' ? null : startsOn,
    endsOn: endsOn === '' ? null : endsOn,
  }),
  submit: ({ ownerUserId, ...input }) => {
    const now = programmeDialog.get()
    if (now.is !== 'edit') return api.projects.programmeSave(input, { idempotencyKey: key })
    const { programmeId, version } = now.programme
    return api.projects.programmeUpdate({ ...input, programmeId, version, ownerUserId })
  },
  onChange: () => {
    key = crypto.randomUUID()
  },
})

export function openNewProgramme(): void {
  key = crypto.randomUUID()
  programmeForm.start(empty)
  programmeDialog.set({ is: 'new' })
}

export function openProgrammeEdit(programme: Programme): void {
  const { code, name, focus, openTo, startsOn, endsOn, ownerUserId } = programme
  programmeForm.start({ code, name, focus, openTo, startsOn: startsOn ?? '', endsOn: endsOn ?? '', ownerUserId })
  programmeDialog.set({ is: 'edit', programme })
}

export const closeProgrammeDialog = (): void => programmeDialog.set({ is: 'none' })

/** Saves the open form, once. Undefined after a refusal. */
export async function saveProgramme(): Promise<{ readonly programmeId: number } | undefined> {
  const saved = await programmeForm.submit()
  if (saved !== undefined) closeProgrammeDialog()
  return saved
}

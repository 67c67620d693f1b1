import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { liveBookings } from '../../../db/tables/live.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'

interface Telling {
  readonly title: string
  readonly text: string
  /** The beginning moved: they are reminded of the new one too. */
  readonly again?: boolean
}

/** Tells those who booked a class what became of it, in the transaction that makes it so. */
export async function tellBooked(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  classId: number,
  { title, text, again }: Telling,
): Promise<void> {
  const booked = and(eq(liveBookings.classId, classId), eq(liveBookings.kind, 'booking'))
  if (again === true) await tx.update(liveBookings).set({ remindedAt: null }).where(booked)
  const people = await tx.select({ userId: liveBookings.userId }).from(liveBookings).where(booked)
  await notify(
    tx,
    context,
    'class.moved',
    people.map(({ userId }) => userId),
    { title, text, path: links.liveClass(classId) },
  )
}

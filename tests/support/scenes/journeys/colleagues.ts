import { z } from 'zod'
import type { Permission } from '../../../../src/domain/accounts/permissions.ts'
import { links } from '../../../../src/domain/links.ts'
import type { Visitor } from '../../browser.ts'
import { signIn } from '../../sign-in.ts'
import { querySite } from '../../site-database.ts'

/** Colleagues of the demo's buyer who sign in with the password of the demo. */

const person = z.object({ id: z.int(), name: z.string(), login: z.string() })
type Person = z.output<typeof person>

/** Gives as many colleagues as there are lists of rights these rights alone. Returns who is at a place of the list. */
export async function prepareColleagues(
  socket: string,
  rights: readonly (readonly Permission[])[],
): Promise<(at: number) => Person> {
  const rows = await querySite(
    socket,
    `update users set password_hash = owner.password_hash from users owner
      where owner.login_name = 'buyer' and users.company_id = owner.company_id and not users.is_owner
      returning users.id, users.real_name as name, users.login_name as login`,
  )
  const people = z
    .array(person)
    .parse(rows)
    .toSorted((a, b) => a.id - b.id)
  const personAt = (at: number) => {
    const one = people[at]
    if (one === undefined) throw new Error(`There is no person ${at}`)
    return one
  }
  for (const [at, permissions] of rights.entries()) {
    const { id } = personAt(at)
    await querySite(socket, 'delete from user_roles where user_id = $1::int', id)
    await querySite(
      socket,
      `with made as (insert into roles (company_id, name, permissions)
          select company_id, '同事' || $2::text, $3::text[] from users where id = $1::int returning id)
        insert into user_roles (user_id, role_id) select $1::int, id from made`,
      id,
      String(at),
      permissions,
    )
  }
  return personAt
}

export async function signInColleague({ page }: Visitor, { login }: Person, then: string): Promise<void> {
  await page.goto(links.login(then))
  await signIn(page, login)
  await page.waitForURL(`**${then}`)
}

/** A service of the demo's supplier with a fixed price. */
export async function buyableService(socket: string): Promise<number> {
  const [row] = await querySite(
    socket,
    `select s.id from services s join companies c on c.id = s.company_id
      where s.status = 'published' and s.price_type = 0 and s.price is not null and c.is_saler
        and c.id = (select company_id from users where login_name = 'seller') order by s.id limit 1`,
  )
  return z.object({ id: z.int() }).parse(row).id
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The answers that the lean server gives; each has statements of its own. */
export type LeanAnswer = 'list' | 'search' | 'ranked' | 'detail' | 'add' | 'order'

const program = `
import { createServer } from 'node:http'
import pg from 'pg'
let text = ''
for await (const chunk of process.stdin) text += chunk
const { answer, url } = JSON.parse(text)
pg.types.setTypeParser(20, Number)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const columns = "s.id, s.service_no, s.title, s.price_type, s.price, s.high_price, s.figure, s.pictures->0->>'url' as picture, s.tags, s.duration_text, s.category_id, s.district_code, h.id as shop_id, h.company_id, h.name as shop_name, c.certification = 'approved' as certified"
const joins = 'join shops h on h.id = s.shop_id join companies c on c.id = s.company_id'
const orders = { relevance: 'ts_rank(tokens, $1::tsquery) desc, published_at desc, id desc', default: 'published_at desc, id desc', priceUp: 'price, id' }
const run = (name, text, values) => pool.query({ name, text, values }).then(({ rows }) => rows)
async function page(name, condition, order, values, offset) {
  const place = values.length + 1
  const [[{ total }], data] = await Promise.all([
    run(name + ' total', \`select count(*)::int as total from (select from services where status = 'published' and \${condition} limit 2000) as found\`, values),
    run(name + ' rows', \`select \${columns} from (select id from services where status = 'published' and \${condition} order by \${order} limit 20 offset $\${place}) as page join services s on s.id = page.id \${joins}\`, [...values, offset]),
  ])
  return { total, data }
}
const answers = {
  list: ({ id, districtCode, sort, current }) => page('list ' + sort, 'category_path @> array[$1::int] and left(district_code, 2) = $2', orders[sort], [id, districtCode.slice(0, 2)], (current - 1) * 20),
  search: ({ tsquery, current }) => page('search', 'tokens @@ $1::tsquery', orders.default, [tsquery], (current - 1) * 20),
  ranked: ({ tsquery, current }) => page('ranked', 'tokens @@ $1::tsquery', orders.relevance, [tsquery], (current - 1) * 20),
  detail: async ({ serviceId }) => (await run('detail', \`select s.*, \${columns}, h.logo, h.tags as shop_tags, c.name as company_name from services s \${joins} where s.id = $1 and s.status = 'published'\`, [serviceId]))[0],
  add: async ({ token, specId }) => (await run('add', \`
    insert into cart_items as c (user_id, company_id, kind, listing_id, spec_id, quantity, seen_price)
    select u.id, u.company_id, 'product', s.product_id, s.id, 1, s.price
    from sessions x join users u on u.id = x.user_id, product_specs s
    where x.token_hash = $1 and s.id = $2 and s.stock > 0
    on conflict on constraint cart_items_one do update set quantity = c.quantity + 1
    returning id, quantity\`, [token, specId]))[0],
  order: async ({ token, specId, addressId, key }) => (await run('order', \`
    with who as (select u.id, u.company_id from sessions x join users u on u.id = x.user_id where x.token_hash = $1),
    taken as (insert into idempotency_keys (user_id, path, key, body_hash) select id, 'lean', $4, '' from who),
    sold as (update product_specs s set stock = stock - 1 from products p where s.id = $2 and s.stock > 0 and p.id = s.product_id
      returning p.id as listing_id, p.product_no, p.title, p.company_id, s.price),
    grouped as (insert into order_groups (group_no, company_id, user_id, total)
      select 'L' || $4, who.company_id, who.id, price from who, sold returning id),
    ordered as (insert into orders (order_no, source, group_id, buyer_company_id, buyer_user_id, seller_company_id, title, total, holds_stock, unpaid_until, address)
      select 'L' || $4, 'cart', grouped.id, who.company_id, who.id, sold.company_id, title, price, true, now() + interval '1 day',
        (select jsonb_build_object('receiver', receiver, 'mobile', mobile, 'districtCode', district_code, 'street', street) from user_addresses where id = $3)
      from who, sold, grouped returning id, order_no),
    lines as (insert into order_lines (order_id, kind, listing_id, spec_id, listing_no, name, quantity, list_price, unit_price, amount)
      select ordered.id, 'product', listing_id, $2, product_no, title, 1, price, price, price from ordered, sold),
    payments as (insert into payment_lines (order_id, seq, name, percent, amount, status, due_at)
      select ordered.id, 1, '全款', 100, price, 'due', now() + interval '1 day' from ordered, sold returning id),
    history as (insert into state_changes (entity, entity_id, event, from_status, to_status)
      select 'order', id, 'submit', '', 'pending_confirm' from ordered union all select 'payment', id, 'due', 'scheduled', 'due' from payments),
    told as (insert into notices (user_id, event, title, path)
      select u.id, 'order.moved', order_no, '/' || ordered.id from ordered, sold join users u on u.company_id = sold.company_id and u.is_owner)
    select id, order_no from ordered\`, [token, specId, addressId, key]))[0],
}
createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
    const content = await answers[answer](JSON.parse(Buffer.concat(chunks)))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 200, message: '', content }))
  })
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

export interface LeanServer {
  readonly url: string
  readonly pid: number
  readonly stop: () => void
}

/**
 * A lean node:http and pg program in its own process: the least that gives the same answer, by prepared statements of
 * its own, without validation, sessions, limits or caches.
 */
export async function startLeanServer(answer: LeanAnswer, database: string): Promise<LeanServer> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ answer, url: database }))
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: `http://127.0.0.1:${String(port)}`, pid: child.pid ?? 0, stop: () => child.kill() }
}

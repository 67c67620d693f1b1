import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { alipaySide } from './pay-alipay.ts'
import { wechatSide } from './pay-wechat.ts'

/** Mocks of Alipay and WeChat Pay on one port, with their signed protocols and temporary keys. */
export interface PayGateways {
  readonly alipay: ReturnType<typeof alipaySide>
  readonly wechat: ReturnType<typeof wechatSide>
  /** Settings of a product that uses them. */
  readonly settings: Readonly<Record<string, string>>
  /** Behaviour: `silent` never responds, `broken` returns 502, `forged` signs with a foreign key. */
  readonly behaviour: { at: 'well' | 'silent' | 'broken' | 'forged' }
  /** Requested paths. */
  readonly requestedPaths: string[]
  readonly close: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

export async function startPayGateways(): Promise<PayGateways> {
  const [alipay, wechat] = [alipaySide(), wechatSide()]
  const asked: string[] = []
  const manners: PayGateways['behaviour'] = { at: 'well' }
  const server = createServer((request, response) => {
    void (async () => {
      const [path, body] = [request.url ?? '/', await bodyOf(request)]
      asked.push(path.split('?')[0] ?? path)
      if (manners.at === 'silent') return
      if (manners.at === 'broken') return void response.writeHead(502).end('<html>bad gateway</html>')
      if (path.startsWith('/gateway.do')) {
        const query = new URLSearchParams(`${path.split('?')[1] ?? ''}&${body}`)
        const text = alipay.answer(query)
        const sent = manners.at === 'forged' ? text.replace('Success', 'Succeed').replace('Failed', 'failed') : text
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(sent)
      }
      const { method = '', headers } = request
      const said = wechat.answer({ method, path, body, authorization: headers.authorization ?? '' })
      const forged = manners.at === 'forged' ? { 'wechatpay-nonce': 'another' } : {}
      response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers, ...forged }).end(said.body)
    })().catch((thrown: unknown) => response.writeHead(500).end(String(thrown)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  const url = `http://127.0.0.1:${address.port}`
  return {
    alipay,
    wechat,
    requestedPaths: asked,
    behaviour: manners,
    settings: {
      ...alipay.settings,
      ...wechat.settings,
      PAY_ALIPAY_GATEWAY: `${url}/gateway.do`,
      PAY_WECHAT_ENDPOINT: `${url}/`,
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

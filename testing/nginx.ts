import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { freePort } from './uploaded-function.ts'

// Debian keeps it where the search path of a user does not lead.
const folders = [...(Deno.env.get('PATH') ?? '').split(':'), '/usr/sbin']
const program = folders.map((folder) => `${folder}/nginx`).find((path) => existsSync(path))

/** Whether tests of nginx are left out on this machine; where everything has to be tried they fail instead. */
export const isWithoutNginx = program === undefined && Deno.env.get('CI') === undefined
if (program === undefined) console.error('The file for nginx is not tried: apt install nginx-light')

export type NginxPorts = { http: number; https: number }

/** Runs `look` beside an nginx with these sites, and on ports of its own. */
export async function withNginx(
  sitesOn: (ports: NginxPorts) => string,
  look: (urls: { http: string; https: string }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir()
  const ports = { http: freePort(), https: freePort() }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    [
      'daemon off; pid pid; error_log stderr notice;',
      // Started by root its workers would be another user, who may not enter this folder.
      Deno.uid() === 0 ? 'user root root;' : '',
      `events {} http { access_log off; ${temporary.join(' ')}`,
      sitesOn(ports),
      '}',
    ].join('\n'),
  )
  const nginx = new Deno.Command(program ?? assert.fail('nginx is not installed: apt install nginx-light'), {
    args: ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', 'stderr'],
    stdin: 'null',
    stdout: 'null',
    stderr: 'piped',
  }).spawn()
  const output = nginx.stderr.pipeThrough(new TextDecoderStream())
  let said = ''
  const started = Promise.withResolvers<void>()
  const ended = (async () => {
    for await (const text of output) {
      said += text
      if (said.includes('start worker process')) started.resolve()
    }
    started.reject(new Error(said))
  })()
  try {
    await started.promise
    await look({ http: `http://localhost:${ports.http}`, https: `https://localhost:${ports.https}` })
  } catch (error) {
    throw new Error(`nginx said:\n${said}`, { cause: error })
  } finally {
    // It may have ended by itself.
    if (!said.includes('[emerg]')) nginx.kill('SIGTERM')
    await Promise.all([nginx.status, ended])
    await Deno.remove(folder, { recursive: true })
  }
}

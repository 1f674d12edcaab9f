// The upload companion and an S3 server, each on a port of its own: node server.mjs HOST FOLDER SECRET, over an IPC
// channel.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import companion from '@uppy/companion'
import { startFauxqs } from 'fauxqs'

const [host, folder, secret] = process.argv.slice(2)
const bucket = 'family-pictures'

const s3 = await startFauxqs({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  s3StorageDir: folder,
  init: { buckets: [bucket] },
})
// The client for temporary credentials reads its address from nowhere else.
process.env.AWS_ENDPOINT_URL_STS = `http://${host}/sts`
const { app } = companion.app({
  secret: randomUUID(),
  filePath: folder,
  server: { host, protocol: 'http', path: '/companion' },
  corsOrigins: [`http://${host}`],
  uploadUrls: [`http://${host}`],
  enableUrlEndpoint: true,
  allowLocalUrls: true,
  metrics: false,
  s3: {
    key: 'parent',
    secret,
    bucket,
    region: 'eu-central-1',
    endpoint: `http://${host}/storage/v1/s3`,
    forcePathStyle: true,
    expires: 900,
    // As docs/uploads.md tells.
    awsClientOptions: { requestChecksumCalculation: 'WHEN_REQUIRED' },
  },
})
const server = createServer(app).listen(0, '127.0.0.1', () =>
  process.send({ companion: server.address().port, s3: s3.port }),
)
companion.socket(server)

process.on('message', () => {
  s3.emptyBucket(bucket)
  process.send('emptied')
})
process.on('disconnect', () => process.exit())

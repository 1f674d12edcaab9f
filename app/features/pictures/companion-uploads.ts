import AwsS3, { type AwsBody, type AwsS3Options } from '@uppy/aws-s3'
import type { Meta, Uppy, UppyFile } from '@uppy/core'

type File = UppyFile<Meta, AwsBody>
type RequestOptions = Parameters<AwsS3<Meta, AwsBody>['getUploadParameters']>[1]
type Begun = { key?: string | undefined; uploadId?: string | undefined }

type Options = AwsS3Options<Meta, AwsBody> & { requestUpload?: () => Promise<{ uploadURL: string }> }

/** Uploads by a companion that leave no parts behind where Uppy's own would. */
export class CompanionUploads extends AwsS3<Meta, AwsBody> {
  readonly #requestUpload: Options['requestUpload']

  constructor(uppy: Uppy<Meta, AwsBody>, { requestUpload, ...options }: Options) {
    super(uppy, options)
    this.#requestUpload = requestUpload
  }

  /** For a file that goes whole: under the name that our server has asked for, which can be named to it afterwards. */
  override async getUploadParameters(file: File, options: RequestOptions) {
    if (this.#requestUpload === undefined) return super.getUploadParameters(file, options)
    const { uploadURL } = await this.#requestUpload()
    const objectName = /\/object\/upload\/sign\/[^/]+\/([^?]+)/.exec(uploadURL)?.[1]
    if (objectName === undefined) throw new Error('Cannot upload to an undefined URL')
    const { name, type } = file.meta
    const parameters = await super.getUploadParameters({ ...file, meta: { name, ...(type !== undefined && { type }), objectName } }, options)
    this.uppy.setFileMeta(file.id, { address: uploadURL })
    return parameters
  }

  /** Uppy forgets an upload that is cancelled or paused while it is being begun; the server may have begun it all the same. */
  override async createMultipartUpload(file: File, signal: AbortSignal) {
    const beginning = super.createMultipartUpload(file)
    const abandon = () => void beginning.then((begun) => this.#abort(file, begun)).catch(() => undefined)
    signal.addEventListener('abort', abandon)
    try {
      return await beginning
    } finally {
      signal.removeEventListener('abort', abandon)
    }
  }

  override install(): void {
    super.install()
    this.uppy.on('file-removed', this.#onRemoved)
  }

  override uninstall(): void {
    this.uppy.off('file-removed', this.#onRemoved)
    super.uninstall()
  }

  /** Uppy keeps the parts of an upload that fails after a pause, for another try, and no longer cares when the file is removed instead. */
  readonly #onRemoved = (file: File & { s3Multipart?: Begun }) => {
    if (this.uploaders[file.id] || file.progress.uploadComplete) return
    void this.#abort(file, file.s3Multipart ?? {})
  }

  async #abort(file: File, { key, uploadId }: Begun): Promise<void> {
    if (key === undefined || uploadId === undefined) return
    await this.abortMultipartUpload(file, { key, uploadId }).catch((error: unknown) => this.uppy.log(error))
  }
}

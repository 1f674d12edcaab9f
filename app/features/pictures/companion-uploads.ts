import AwsS3, { type AwsBody } from '@uppy/aws-s3'
import type { Meta, UppyFile } from '@uppy/core'

type File = UppyFile<Meta, AwsBody>
type Begun = { key?: string | undefined; uploadId?: string | undefined }

/** Uploads by a companion that leave no parts behind where Uppy's own would. */
export class CompanionUploads extends AwsS3<Meta, AwsBody> {
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

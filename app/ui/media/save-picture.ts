/** Hands a drawn picture to the device as a PNG file. */
export async function savePicture(canvas: HTMLCanvasElement, fileName: string): Promise<void> {
  const blob = await pictureOf(canvas);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // the download has its own hold on the data by then
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("nothing drawn"))),
      "image/png",
    );
  });
}

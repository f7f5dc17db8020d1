// Package paper draws pictures as PNG and on pages of PDF documents.
//
//	paper.PNG(w, &drawing, paper.Image{Scale: 2})
//
//	doc := paper.NewDocument(paper.A4, "Ten puzzles")
//	doc.AddPage()
//	doc.Draw(&drawing, 20, 20, 0.2) // 20 mm from the left and the top; a cell has 64 units of 0.2 mm
//	doc.Text("No. 1", 20, 15, paper.Font{Size: 5})
//	err := doc.Write(w)
//
// A [Book] lays out many puzzles with their numbers, levels, rules and solutions:
//
//	err := paper.Book{Title: "Ten puzzles", PerPage: 4, Entries: entries}.Write(ctx, w)
//
// It uses libraries that draw and write PDF, which package picture does without. Texts are set in Liberation Sans; a
// document contains the letters that it uses. The same calls give the same bytes.
package paper

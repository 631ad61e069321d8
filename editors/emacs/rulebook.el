;;; rulebook.el --- Wargame rules and their amendments, by eglot  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Files of rules are Markdown.  In them, and in no other Markdown, eglot starts the language server `rulebook lsp'.
;; To install: (load "/path/to/clone/editors/emacs/rulebook.el") in the init file.

;;; Code:

(require 'eglot)

(defgroup rulebook nil
  "Wargame rules and their amendments."
  :group 'tools)

(defcustom rulebook-program "rulebook"
  "The program: its name on the PATH, or where it is."
  :type 'string)

(defcustom rulebook-settings nil
  "How the rules are read where nothing else is asked, as a plist.
For example (:ruleset \"dbm\" :edition \"3.3\" :profile \"uk\")."
  :type 'plist)

(defconst rulebook-files
  "\\.\\(?:rules\\|amend\\|clarify\\|book\\|index\\|scenario\\|check\\)\\.md\\'"
  "Names of files of rules.")

(defconst rulebook-words
  (let ((file (expand-file-name "../../grammar/keywords.json" (file-name-directory (or load-file-name buffer-file-name default-directory)))))
    (when (file-readable-p file)
      (with-temp-buffer
        (insert-file-contents file)
        (goto-char (point-min))
        (json-parse-buffer :object-type 'alist :array-type 'list))))
  "The words of the instruction language, as the program's own tables have them.")

(defun rulebook--listed (list &rest members)
  "The words of LIST: its strings, and what stands in the MEMBERS of its rows."
  (let (out)
    (dolist (row (alist-get list rulebook-words))
      (if (stringp row)
          (push row out)
        (dolist (member members)
          (let ((value (alist-get member row)))
            (setq out (append (if (listp value) value (list value)) out))))))
    (delete-dups out)))

(defun rulebook--font-lock ()
  "What is coloured in the instruction line."
  (let ((line "^##[ \t].*")
        (rows `((,(rulebook--listed 'verbs 'name 'also) . font-lock-keyword-face)
                (,(rulebook--listed 'units 'one 'many 'also) . font-lock-type-face)
                (,(rulebook--listed 'keywords 'name 'also) . font-lock-builtin-face))))
    (mapcar
     (lambda (row)
       (let ((words (concat "\\_<" (regexp-opt (car row) t) "\\_>")))
         `(,line (,(lambda (limit) (let ((case-fold-search t)) (re-search-forward words limit t)))
                  (progn (goto-char (+ 3 (match-beginning 0))) (line-end-position))
                  nil
                  (0 ',(cdr row) t)))))
     (seq-filter #'car rows))))

(defun rulebook--holds-rules (folder)
  "Whether FOLDER has a folder `rules' with a ruleset in it."
  (let ((rules (expand-file-name "rules" folder)))
    (and (file-directory-p rules)
         (seq-some (lambda (one) (file-exists-p (expand-file-name "ruleset.toml" one))) (directory-files rules t "\\`[^.]")))))

(defun rulebook--project (dir)
  "The folder of rules around DIR: one with `rulebook.toml' or `rules'."
  (when (derived-mode-p 'rulebook-mode)
    (let ((root (or (locate-dominating-file dir "rulebook.toml")
                    (locate-dominating-file dir #'rulebook--holds-rules))))
      (and root (cons 'transient root)))))

(defun rulebook--start ()
  "Start the language server, or say why not."
  (if (executable-find rulebook-program)
      (eglot-ensure)
    (message "rulebook: the program `%s' is not on the PATH; install it (cargo install --path CLONE) or set `rulebook-program'" rulebook-program)))

(defconst rulebook--parent (if (require 'markdown-mode nil t) 'markdown-mode 'text-mode)
  "What files of rules are besides.")

(eval
 `(define-derived-mode rulebook-mode ,rulebook--parent "Rules"
    "Files of rules: Markdown, with colours for instructions, and the language server."
    (add-hook 'project-find-functions #'rulebook--project nil t)
    (font-lock-add-keywords nil (rulebook--font-lock) 'append)
    (rulebook--start)))

(put 'rulebook-mode 'eglot-language-id "markdown")

(defun rulebook--is-ours ()
  "Whether the buffer holds rules: its front matter names a ruleset, or a folder above is one of a ruleset."
  (and buffer-file-name
       (or (locate-dominating-file buffer-file-name "ruleset.toml")
           (save-excursion
             (goto-char (point-min))
             (re-search-forward "^ruleset[ \t]*:" 2000 t)))))

(defun rulebook-or-markdown ()
  "Files of rules are `rulebook-mode'; others of such a name are what they were."
  (if (rulebook--is-ours) (rulebook-mode) (funcall rulebook--parent)))

(defclass rulebook-server (eglot-lsp-server) ()
  :documentation "The server of rulebook.")

(cl-defmethod eglot-initialization-options ((_server rulebook-server))
  "What the server is told at its start."
  (or rulebook-settings eglot--{}))

;; Eglot 1.9 takes the bytes of a path for its letters, so that a file in a folder `Süd' is another file to it than the one on disk.
(when (fboundp 'eglot--uri-to-path)
  (define-advice eglot--uri-to-path (:filter-return (path) rulebook-letters)
    (decode-coding-string (encode-coding-string path 'utf-8) 'utf-8)))

(add-to-list 'auto-mode-alist (cons rulebook-files #'rulebook-or-markdown))
(add-to-list 'eglot-server-programs
             (cons 'rulebook-mode (lambda (&rest _) (list 'rulebook-server rulebook-program "lsp"))))

(provide 'rulebook)
;;; rulebook.el ends here
